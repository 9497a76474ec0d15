package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.Events;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SubscriptionsApiTest extends WithWebhooks {

  private ApiServer api;

  @BeforeEach
  void startApi() {
    api = ApiServer.start(webhooks);
  }

  @AfterEach
  void stopApi() {
    api.close();
  }

  @Override
  List<Map<String, Object>> declared() {
    return List.of(Map.of("name", "declared", "url", receiver.url(), "tables", List.of("none")));
  }

  private ApiServer.Reply create(String more) throws IOException, InterruptedException {
    return api.send(
        "POST",
        "",
        """
        {"name": "s", "url": "%s", "start": "earliest",
         "retry": {"initial": "5ms", "max": "20ms", "max_attempts": 2}%s}\
        """
            .formatted(receiver.url(), more));
  }

  private static void assertProblem(ApiServer.Reply reply, int status, String detail) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.contentType()).startsWith("application/problem+json");
    assertThat(reply.json().path("status").intValue()).isEqualTo(status);
    assertThat(reply.json().path("detail").stringValue()).contains(detail);
  }

  @Test
  void createsReadsListsChangesAndDeletes() throws Exception {
    ApiServer.Reply created = create("");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("secret").stringValue()).startsWith("whsec_");
    assertThat(created.json().path("state").stringValue()).isEqualTo("active");

    JsonNode read = api.send("GET", "/s", "").json();
    assertThat(read.has("secret")).isFalse();
    assertThat(read.path("url").stringValue()).isEqualTo(receiver.url());
    assertThat(read.path("declared").booleanValue()).isFalse();

    JsonNode list = api.send("GET", "", "").json().path("subscriptions");
    assertThat(list)
        .extracting(it -> it.path("name").stringValue())
        .containsExactly("declared", "s");

    JsonNode changed = api.send("PATCH", "/s", "{\"timeout\": \"3s\"}").json();
    assertThat(changed.path("timeout").stringValue()).isEqualTo("3s");

    assertThat(api.send("DELETE", "/s", "").status()).isEqualTo(204);
    assertProblem(api.send("GET", "/s", ""), 404, "'s'");
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    ApiServer.Reply unknown = create(", \"colour\": 1");
    assertProblem(unknown, 400, "colour");
    assertThat(unknown.json().path("parameter").stringValue()).isEqualTo("colour");
    assertProblem(create(", \"filter\": \"op = 1\""), 400, "at 4");
    assertThat(api.send("POST", "", "{").status()).isEqualTo(400);
    assertThat(api.send("POST", "", "[]").status()).isEqualTo(400);
    create("");
    assertProblem(create(""), 409, "already");
    assertProblem(api.send("PATCH", "/s", "{\"name\": \"t\"}"), 400, "name");
    assertProblem(api.send("PATCH", "/s", "{\"start\": \"earliest\", \"url\": null}"), 400, "url");
    assertProblem(api.send("POST", "/s/replay", "{}"), 400, "from");
    assertProblem(api.send("POST", "/s/replay", "{\"from\": \"x\"}"), 400, "from");
    assertProblem(api.send("POST", "/none/pause", ""), 404, "none");
  }

  @Test
  void leavesDeclaredSubscriptionsToTheSettings() throws Exception {
    assertProblem(
        api.send("PATCH", "/declared", "{\"timeout\": \"3s\"}"), 409, "walrelay.subscriptions");
    assertProblem(api.send("DELETE", "/declared", ""), 409, "walrelay.subscriptions");
    assertThat(api.send("POST", "/declared/pause", "").status()).isEqualTo(200);
    assertThat(api.send("POST", "/declared/rotate-secret", "").json().path("secret").stringValue())
        .startsWith("whsec_");
  }

  @Test
  void pausesResumesReplaysAndTests() throws Exception {
    append(1, 3);
    create("");
    eventually().until(() -> receiver.requests().size() == 3);

    JsonNode paused = api.send("POST", "/s/pause", "").json();
    assertThat(paused.path("state").stringValue()).isEqualTo("paused");
    assertThat(paused.path("cost").stringValue()).isEqualTo(ApiServer.COST);
    assertThat(api.send("POST", "/s/resume", "").json().path("state").stringValue())
        .isEqualTo("active");
    api.send("POST", "/s/replay", "{\"from\": \"%s\"}".formatted(id(3)));
    eventually().until(() -> receiver.requests().size() == 4);
    assertThat(receiver.ids()).containsExactly(id(1), id(2), id(3), id(3));

    JsonNode test = api.send("POST", "/s/test", "").json();
    assertThat(test.path("outcome").stringValue()).isEqualTo("delivered");
    assertThat(test.path("status").intValue()).isEqualTo(204);
    assertThat(receiver.ids().getLast()).isEqualTo(test.path("webhook_id").stringValue());
  }

  @Test
  void listsAttemptsAndDeadLetters() throws Exception {
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.status(422, "bad") : Reply.OK);
    append(1, 2);
    create("");
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(2)));

    JsonNode deliveries = api.send("GET", "/s/deliveries", "").json().path("deliveries");
    assertThat(deliveries)
        .extracting(it -> it.path("outcome").stringValue())
        .containsExactly("delivered", "refused", "refused");
    JsonNode letters = api.send("GET", "/s/dead-letters", "").json().path("dead_letters");
    assertThat(letters).hasSize(1);
    assertThat(letters.path(0).path("webhook_id").stringValue()).isEqualTo(id(1));
    assertThat(letters.path(0).path("answer").stringValue()).isEqualTo("bad");

    receiver.replies(Reply.OK);
    assertThat(api.send("POST", "/s/dead-letters/replay", "").json().path("replaying").intValue())
        .isEqualTo(1);
    eventually().until(() -> webhooks.get("s").letters().count() == 0);
    assertThat(api.send("DELETE", "/s/dead-letters", "").json().path("deleted").intValue())
        .isZero();
  }

  @Test
  void showsNoValueOfAHeader() throws Exception {
    String secret = "Bearer top-secret-0123456789";
    receiver.replies(
        request -> Reply.status(422, "x".repeat(1005) + request.header("Authorization")));
    append(1, 1);
    List<JsonNode> answers = new ArrayList<>();
    answers.add(
        create(", \"headers\": {\"Authorization\": \"%s\", \"X-A\": \"1\"}".formatted(secret))
            .json());
    eventually().until(() -> webhooks.get("s").letters().count() == 1);
    answers.add(api.send("PATCH", "/s", "{\"headers\": {\"Authorization\": \"***\"}}").json());
    answers.add(api.send("GET", "/s", "").json());
    answers.add(api.send("POST", "/s/pause", "").json());
    answers.add(api.send("POST", "/s/resume", "").json());
    for (JsonNode answer : answers) {
      assertThat(answer.path("headers").toString())
          .isEqualTo("{\"Authorization\":\"***\",\"X-A\":\"***\"}");
    }
    answers.add(api.send("GET", "", "").json());
    answers.add(api.send("POST", "/s/test", "").json());
    receiver.replies(
        request ->
            Reply.status(422, "You sent '" + request.header("Authorization").substring(7) + "'."));
    JsonNode echo = api.send("POST", "/s/test", "").json();
    assertThat(echo.path("answer").stringValue()).isEqualTo("You sent '***'.");
    answers.add(api.send("GET", "/s/deliveries", "").json());
    answers.add(api.send("GET", "/s/dead-letters", "").json());
    assertThat(answers).allSatisfy(it -> assertThat(it.toString()).doesNotContain("top-s"));

    assertThat(receiver.requests())
        .allSatisfy(it -> assertThat(it.header("Authorization")).isEqualTo(secret));
    ApiServer.Reply unknown = api.send("PATCH", "/s", "{\"headers\": {\"X-B\": \"***\"}}");
    assertProblem(unknown, 400, "X-B");
    assertThat(unknown.json().path("parameter").stringValue()).isEqualTo("headers");
    webhooks.stop();
    log.close();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("top-s");
      }
    }
    reopen();
  }

  /** Two that were refused, and one that is still delivered. */
  private List<JsonNode> letters() throws IOException, InterruptedException {
    receiver.replies(
        request -> request.id().equals(id(3)) ? Reply.OK : Reply.status(422, "not this one"));
    append(1, 3);
    create("");
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(3)));
    List<JsonNode> letters = new ArrayList<>();
    api.send("GET", "/s/dead-letters", "").json().path("dead_letters").forEach(letters::add);
    return letters;
  }

  @Test
  void showsADeadLetterWithItsWholeEvent() throws Exception {
    JsonNode listed = letters().get(1);

    ApiServer.Reply shown = api.send("GET", "/s/dead-letters/" + listed.path("id"), "");

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.json().path("webhook_id")).isEqualTo(listed.path("webhook_id"));
    assertThat(shown.json().path("reason").stringValue()).contains("422");
    assertThat(shown.json().path("answer").stringValue()).isEqualTo("not this one");
    assertThat(shown.json().path("content_type").stringValue()).isEqualTo("application/json");
    assertThat(shown.json().path("body"))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    receiver.requests().stream()
                        .filter(request -> request.id().equals(id(2)))
                        .findFirst()
                        .orElseThrow()
                        .text()));
  }

  @Test
  void replaysOneDeadLetterAndNoOther() throws Exception {
    String second = "/s/dead-letters/" + letters().get(1).path("id");
    receiver.replies(Reply.OK);
    int before = receiver.requests().size();

    ApiServer.Reply replayed = api.send("POST", second + "/replay", "");

    assertThat(replayed.status()).isEqualTo(200);
    assertThat(replayed.json().path("replaying").booleanValue()).isTrue();
    eventually().until(() -> webhooks.get("s").letters().count() == 1);
    assertThat(receiver.ids().subList(before, receiver.requests().size())).containsExactly(id(2));
    assertProblem(api.send("POST", second + "/replay", ""), 404, "no dead letter");
  }

  @Test
  void dropsOneDeadLetterAndNoOther() throws Exception {
    List<JsonNode> letters = letters();
    String first = "/s/dead-letters/" + letters.getFirst().path("id");

    assertThat(api.send("DELETE", first, "").status()).isEqualTo(204);

    assertThat(api.send("GET", "/s/dead-letters", "").json().path("dead_letters"))
        .singleElement()
        .satisfies(left -> assertThat(left.path("id")).isEqualTo(letters.get(1).path("id")));
    assertProblem(api.send("DELETE", first, ""), 404, "no dead letter");
  }

  @Test
  void knowsNoDeadLetterOfAnotherSubscription() throws Exception {
    String id = letters().getFirst().path("id").toString();

    for (String path :
        List.of(
            "/declared/dead-letters/" + id,
            "/s/dead-letters/999",
            "/s/dead-letters/no-id",
            "/s/dead-letters/99999999999999999999")) {
      assertProblem(api.send("GET", path, ""), 404, "no dead letter");
      assertProblem(api.send("DELETE", path, ""), 404, "no dead letter");
      assertProblem(api.send("POST", path + "/replay", ""), 404, "no dead letter");
    }
    assertProblem(api.send("GET", "/none/dead-letters/1", ""), 404, "no subscription");
    assertThat(webhooks.get("s").letters().count()).isEqualTo(2);
  }
}
