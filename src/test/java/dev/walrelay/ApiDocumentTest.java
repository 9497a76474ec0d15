package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The description of the API says what the contract promises. */
class ApiDocumentTest {

  private static final TestDatabase DATABASE = TestServer.shared(18).database();

  @TempDir private static Path folder;
  private static RunningWalrelay walrelay;
  private static JsonNode api;

  @BeforeAll
  static void start() {
    walrelay = RunningWalrelay.start(DATABASE, folder);
    // Nobody's data is in it, so that no token is asked for.
    HttpResponse<String> response = walrelay.send("GET", "/v3/api-docs");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    api = RunningWalrelay.JSON.readTree(response.body());
  }

  @AfterAll
  static void stop() {
    walrelay.close();
    DATABASE.close();
  }

  @Test
  void hasThePathsAndNoneOfTheOperator() {
    assertThat(api.path("paths").propertyNames())
        .contains("/v1/events")
        .allSatisfy(path -> assertThat(path).startsWith("/v1/"));
  }

  @Test
  void describesTheParametersOfReading() {
    List<String> parameters = new ArrayList<>();
    for (JsonNode parameter : events().path("parameters")) {
      parameters.add(
          "%s %s %s"
              .formatted(
                  parameter.path("in").stringValue(),
                  parameter.path("name").stringValue(),
                  parameter.path("schema").path("type").stringValue()));
    }
    assertThat(parameters)
        .containsExactlyInAnyOrder(
            "header Last-Event-ID string",
            "query lastEventId string",
            "query after string",
            "query from string",
            "query gap string",
            "query table array",
            "query op array",
            "query prefix array",
            "query filter string",
            "query limit integer",
            "query wait string");
  }

  @Test
  void acceptsEveryParameterThatItDescribesWithItsExample() {
    for (JsonNode parameter : events().path("parameters")) {
      JsonNode example = parameter.path("example");
      if (parameter.path("in").stringValue().equals("query") && !example.isMissingNode()) {
        String value = (example.isArray() ? example.get(0) : example).asString();
        String name = parameter.path("name").stringValue();
        HttpResponse<String> response =
            walrelay.get(
                "/v1/events?gap=skip&%s=%s"
                    .formatted(
                        name,
                        URLEncoder.encode(value.replace("20s", "1ms"), StandardCharsets.UTF_8)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      }
    }
  }

  @Test
  void describesTheAnswersOfReading() {
    JsonNode responses = events().path("responses");
    assertThat(responses.propertyNames())
        .containsExactlyInAnyOrder("200", "400", "401", "403", "406", "410", "503");
    assertThat(responses.path("200").path("content").propertyNames())
        .containsExactlyInAnyOrder("application/json", "application/x-ndjson", "text/event-stream");
    responses
        .propertyNames()
        .forEach(
            status -> {
              if (!status.equals("200")) {
                assertThat(responses.path(status).path("content").propertyNames())
                    .containsExactly("application/problem+json");
              }
            });
  }

  @Test
  void describesAllMembersOfAnEvent() {
    JsonNode event = api.path("components").path("schemas").path("Event");
    assertThat(event.path("properties").propertyNames())
        .containsExactly(
            "id",
            "op",
            "schema",
            "table",
            "prefix",
            "transactional",
            "content",
            "content_encoding",
            "lsn",
            "commit_lsn",
            "commit_time",
            "xid",
            "origin",
            "key",
            "old_key",
            "before",
            "after",
            "unchanged",
            "changed",
            "options",
            "reason",
            "last_id");
    assertThat(event.path("properties").path("op").path("enum").toString())
        .isEqualTo(
            "[\"insert\",\"update\",\"delete\",\"truncate\",\"message\",\"snapshot\",\"gap\"]");
    assertThat(event.path("properties").path("xid").path("type").stringValue())
        .isEqualTo("integer");
  }

  @Test
  void asksForATokenInEveryOperation() {
    assertThat(api.path("security").toString()).contains("bearer");
    assertThat(api.path("components").path("securitySchemes").path("bearer").path("scheme"))
        .asString()
        .contains("bearer");
  }

  @Test
  void showsItselfInABrowser() {
    assertThat(walrelay.send("GET", "/swagger-ui.html").statusCode()).isEqualTo(302);
    HttpResponse<String> page = walrelay.send("GET", "/swagger-ui/index.html");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("swagger-ui");
    assertThat(walrelay.send("GET", "/swagger-ui/swagger-ui-bundle.js").statusCode())
        .isEqualTo(200);
    assertThat(walrelay.send("GET", "/v3/api-docs/swagger-config").body()).contains("/v3/api-docs");
  }

  private static JsonNode events() {
    return api.path("paths").path("/v1/events").path("get");
  }
}
