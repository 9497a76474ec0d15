package dev.walrelay.delivery;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the description of the API says of all operations: who may call them, and how they fail. */
public final class ApiDescription implements GlobalOpenApiCustomizer {

  private static final String BEARER = "bearer";
  private static final String PROBLEM = "Problem";

  /** What any operation may answer, besides what it says itself. */
  private static final List<HttpStatus> EVERYWHERE =
      List.of(
          HttpStatus.BAD_REQUEST,
          HttpStatus.UNAUTHORIZED,
          HttpStatus.FORBIDDEN,
          HttpStatus.SERVICE_UNAVAILABLE);

  private static final Map<HttpStatus, String> MEANINGS =
      Map.of(
          HttpStatus.BAD_REQUEST, "The request is malformed; `parameter` names what is wrong.",
          HttpStatus.UNAUTHORIZED, "There is no token, or it is unknown or has expired.",
          HttpStatus.FORBIDDEN, "The token may not do or see that.",
          HttpStatus.NOT_FOUND, "There is no such thing.",
          HttpStatus.NOT_ACCEPTABLE, "None of the accepted formats can be had.",
          HttpStatus.CONFLICT, "It contradicts what is there.",
          HttpStatus.GONE,
              "What was asked for is no longer stored; `earliest` is the id of the first event that"
                  + " is.",
          HttpStatus.SERVICE_UNAVAILABLE, "Not now; come back after `Retry-After` seconds.");

  /**
   * What is answered as a tree of JSON is described by hand: the tree's class says nothing of it.
   */
  public ApiDescription() {
    SpringDocUtils.getConfig()
        .replaceWithClass(JsonNode.class, Object.class)
        .replaceWithClass(ObjectNode.class, Object.class);
  }

  /** A failure, as a problem document. */
  public static ApiResponse problem(HttpStatus status) {
    return new ApiResponse()
        .description(MEANINGS.getOrDefault(status, status.getReasonPhrase()))
        .content(
            new Content()
                .addMediaType(
                    org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                    new MediaType().schema(new Schema<>().$ref(PROBLEM))));
  }

  @Override
  public void customise(OpenAPI api) {
    // Else it would be the address under which somebody happened to ask first.
    api.servers(List.of(new Server().url("/")));
    api.info(
        new Info()
            .title("Walrelay")
            .description("Changes of a PostgreSQL database as events.")
            .version("v1")
            .license(new License().name("Apache 2.0").identifier("Apache-2.0")));
    if (api.getComponents() == null) {
      api.components(new Components());
    }
    api.getComponents()
        .addSecuritySchemes(
            BEARER,
            new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .description(
                    "A token of `walrelay.security.tokens`, or a JWT with the scopes `events:read`"
                        + " and `subscriptions:write`."))
        .addSchemas(PROBLEM, problemSchema());
    api.addSecurityItem(new SecurityRequirement().addList(BEARER));
    api.getPaths()
        .values()
        .forEach(path -> path.readOperations().forEach(ApiDescription::addFailures));
  }

  private static void addFailures(Operation operation) {
    for (HttpStatus status : EVERYWHERE) {
      operation
          .getResponses()
          .computeIfAbsent(String.valueOf(status.value()), _ -> problem(status));
    }
  }

  private static Schema<?> problemSchema() {
    return new ObjectSchema()
        .description("A problem document (RFC 9457).")
        .addProperty("type", new StringSchema().format("uri-reference"))
        .addProperty("title", new StringSchema())
        .addProperty("status", new IntegerSchema())
        .addProperty("detail", new StringSchema().description("One sentence for people."))
        .addProperty("instance", new StringSchema().format("uri-reference"))
        .addProperty("parameter", new StringSchema().description("What is wrong, of a 400 or 403."))
        .addProperty("earliest", new StringSchema().description("Of a 410."))
        .addRequiredItem("status");
  }
}
