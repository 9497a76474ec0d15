package dev.walrelay.delivery.webhook;

import static dev.walrelay.delivery.ApiSchemas.named;
import static dev.walrelay.delivery.ApiSchemas.text;

import dev.walrelay.delivery.ApiDescription;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.http.HttpStatus;

/**
 * Describes {@code /v1/subscriptions}, whose handlers take and give JSON trees, so that a complaint
 * can name the field that is wrong.
 */
public final class SubscriptionsOperations implements GlobalOpenApiCustomizer {

  private static final String JSON = "application/json";
  private static final String ONE = SubscriptionsController.PATH + "/{name}";
  private static final String LETTERS = ONE + "/dead-letters";
  private static final String LETTER = LETTERS + "/{id}";

  private static final String REPLAY = "/replay";

  private static final String SUBSCRIPTION = "Subscription";
  private static final String VIEW = "SubscriptionView";
  private static final String LETTER_VIEW = "DeadLetterView";

  @Override
  public void customise(OpenAPI api) {
    if (!api.getPaths().containsKey(SubscriptionsController.PATH)) {
      return;
    }
    components(api.getComponents());
    Operation create =
        describe(
            api,
            HttpMethod.POST,
            SubscriptionsController.PATH,
            "Create a subscription; its secret is shown this once",
            named(VIEW));
    create.requestBody(body(named(SUBSCRIPTION), SubscriptionSchema.EXAMPLE));
    describe(
        api,
        HttpMethod.GET,
        SubscriptionsController.PATH,
        "List subscriptions",
        SubscriptionSchema.list("subscriptions", VIEW));
    describe(api, HttpMethod.GET, ONE, "Read a subscription", named(VIEW));
    describe(api, HttpMethod.PATCH, ONE, "Change a subscription (RFC 7396)", named(VIEW))
        .requestBody(body(named(SUBSCRIPTION), Map.of("concurrency", 4, "ordering", "key")));
    describe(api, HttpMethod.DELETE, ONE, "Remove a subscription", null);
    actions(api);
    letters(api);
  }

  private static void components(Components components) {
    // What springdoc makes of a tree of JSON describes the classes of the parser.
    components.getSchemas().keySet().removeAll(List.of("JsonNode", "ObjectNode"));
    components.addSchemas(SUBSCRIPTION, SubscriptionSchema.subscription());
    components.addSchemas(VIEW, SubscriptionSchema.view());
    components.addSchemas("Attempt", SubscriptionSchema.attempt());
    components.addSchemas("DeadLetter", SubscriptionSchema.letter());
    components.addSchemas(LETTER_VIEW, SubscriptionSchema.letterView());
  }

  private static void actions(OpenAPI api) {
    describe(api, HttpMethod.POST, ONE + "/pause", "Stop delivering", named(VIEW));
    describe(api, HttpMethod.POST, ONE + "/resume", "Go on delivering", named(VIEW));
    describe(
        api,
        HttpMethod.POST,
        ONE + "/rotate-secret",
        "Make a new secret; the old one stays valid for a while",
        SubscriptionSchema.holding("secret", text("Shown this once.")));
    describe(api, HttpMethod.POST, ONE + "/test", "Deliver a test event", named("Attempt"));
    describe(api, HttpMethod.POST, ONE + REPLAY, "Deliver again from a position", named(VIEW))
        .requestBody(
            body(
                SubscriptionSchema.holding("from", text("As of events, or an id.")),
                Map.of("from", "earliest")));
    describe(
        api,
        HttpMethod.GET,
        ONE + "/deliveries",
        "Show the latest attempts",
        SubscriptionSchema.list("deliveries", "Attempt"));
  }

  private static void letters(OpenAPI api) {
    describe(
        api,
        HttpMethod.GET,
        LETTERS,
        "List what was given up, the oldest first",
        SubscriptionSchema.list("dead_letters", "DeadLetter"));
    describe(
        api,
        HttpMethod.POST,
        LETTERS + REPLAY,
        "Deliver the dead letters again",
        SubscriptionSchema.holding("replaying", new IntegerSchema()));
    describe(
        api,
        HttpMethod.DELETE,
        LETTERS,
        "Remove the dead letters",
        SubscriptionSchema.holding("deleted", new IntegerSchema()));
    describe(
        api, HttpMethod.GET, LETTER, "Read a dead letter and what was sent", named(LETTER_VIEW));
    describe(
        api, HttpMethod.POST, LETTER + REPLAY, "Deliver a dead letter again", named("DeadLetter"));
    describe(api, HttpMethod.DELETE, LETTER, "Remove a dead letter", null);
  }

  private static Operation describe(
      OpenAPI api, HttpMethod method, String path, String summary, @Nullable Schema<?> answer) {
    PathItem item = api.getPaths().get(path);
    Operation operation = item == null ? null : item.readOperationsMap().get(method);
    if (operation == null) {
      throw new IllegalStateException("There is no %s %s to describe.".formatted(method, path));
    }
    return operation
        .tags(List.of("subscriptions"))
        .summary(summary)
        .responses(responses(method, path, answer));
  }

  private static ApiResponses responses(
      HttpMethod method, String path, @Nullable Schema<?> answer) {
    ApiResponses responses = new ApiResponses();
    ApiResponse success = new ApiResponse().description("Done.");
    if (answer != null) {
      success.content(new Content().addMediaType(JSON, new MediaType().schema(answer)));
    }
    boolean creates = method == HttpMethod.POST && path.equals(SubscriptionsController.PATH);
    responses.addApiResponse(creates ? "201" : answer == null ? "204" : "200", success);
    if (path.startsWith(ONE)) {
      responses.addApiResponse("404", ApiDescription.problem(HttpStatus.NOT_FOUND));
    }
    if (creates || path.equals(ONE + REPLAY)) {
      responses.addApiResponse("410", ApiDescription.problem(HttpStatus.GONE));
    }
    if (method != HttpMethod.GET) {
      responses.addApiResponse("409", ApiDescription.problem(HttpStatus.CONFLICT));
    }
    return responses;
  }

  private static RequestBody body(Schema<?> schema, Map<String, Object> example) {
    return new RequestBody()
        .required(true)
        .content(new Content().addMediaType(JSON, new MediaType().schema(schema).example(example)));
  }
}
