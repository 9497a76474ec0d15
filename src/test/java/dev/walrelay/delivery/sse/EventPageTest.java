package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventPageTest extends WithEventLog {

  private static final JsonMapper MAPPER = new JsonMapper();

  private EventsServer server;

  @BeforeEach
  void start() {
    server = EventsServer.start(log, "test.heartbeat-millis=100");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void answersWithEventsAndWhereToGoOn() throws Exception {
    append(1, 3);
    HttpResponse<String> response = server.page("application/json", "?from=earliest&limit=2");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    JsonNode page = MAPPER.readTree(response.body());
    assertThat(page.propertyNames()).containsExactly("events", "next");
    assertThat(idsOf(page)).isEqualTo(ids(1, 2));
    assertThat(page.get("next").asString()).isEqualTo(id(2));
    assertThat(page.get("events").get(0).get("after").get("id").asInt()).isEqualTo(1);
  }

  @Test
  void answersWithLines() throws Exception {
    append(1, 3);
    HttpResponse<String> response = server.page("application/x-ndjson", "?from=earliest");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    assertThat(response.body()).endsWith("\n");
    assertThat(idsOf(response.body())).isEqualTo(ids(1, 3));
  }

  @Test
  void answersWithAJsonPageWhenAnythingIsAccepted() throws Exception {
    assertThat(server.send(server.request("GET", "/v1/events")).body())
        .isEqualTo("{\"events\":[],\"next\":\"0000000000000000-00000000\"}");
    assertThat(server.page("*/*", "").headers().firstValue("Content-Type"))
        .contains("application/json");
  }

  @Test
  void pagesThroughTheWholeLog() throws Exception {
    for (int first = 1; first < 5000; first += 50) {
      append(first, 50);
    }
    assertThat(idsByPage("&limit=333")).isEqualTo(ids(1, 5000));
    assertThat(idsByPage("")).isEqualTo(ids(1, 5000));
  }

  private List<String> idsByPage(String query) throws Exception {
    List<String> received = new ArrayList<>();
    String next = EventId.NONE.toString();
    while (true) {
      JsonNode page = json("?after=" + next + query);
      if (page.get("events").isEmpty()) {
        assertThat(page.get("next").asString()).isEqualTo(next);
        return received;
      }
      received.addAll(idsOf(page));
      next = page.get("next").asString();
    }
  }

  @Test
  void followsTheLastLineThroughTheWholeLog() throws Exception {
    append(Events.batch(1, 3000, 300));
    List<String> received = new ArrayList<>();
    String last = EventId.NONE.toString();
    for (int page = 1; page <= 3; page++) {
      received.addAll(
          idsOf(server.page("application/x-ndjson", "?limit=1000&after=" + last).body()));
      last = received.getLast();
    }
    assertThat(received).isEqualTo(ids(1, 3000));
    assertThat(server.page("application/x-ndjson", "?after=" + last).body()).isEmpty();
  }

  @Test
  void limitsAPageToAThousandUnlessAsked() throws Exception {
    append(1, 1200);
    assertThat(json("?from=earliest").get("events")).hasSize(1000);
    assertThat(json("?from=earliest&limit=10000").get("events")).hasSize(1200);
  }

  @Test
  void goesOnBehindWhatItHasSearchedInVain() throws Exception {
    append(1, 9);
    JsonNode page = json("?from=earliest&table=customers");
    assertThat(page.get("events")).isEmpty();
    assertThat(page.get("next").asString()).isEqualTo(id(9));
  }

  @Test
  void keepsAPositionBeyondTheEnd() throws Exception {
    append(1, 3);
    JsonNode page = json("?from=" + new Lsn(5));
    for (int i = 0; i < 2; i++) {
      assertThat(page.get("events")).isEmpty();
      page = json("?after=" + page.get("next").asString());
    }
    append(4, 2);
    assertThat(idsOf(json("?after=" + page.get("next").asString()))).containsExactly(id(5));
  }

  @Test
  void reportsAnIdOfAnotherLogAsAGapBeforeTheEarliestEvent() throws Exception {
    append(1, 2);
    JsonNode page = json("?gap=skip&after=" + id(77));
    assertThat(idsOf(page)).containsExactly(EventId.NONE.toString(), id(1), id(2));
    JsonNode gap = page.get("events").get(0);
    assertThat(gap.get("op").asString()).isEqualTo("gap");
    assertThat(gap.get("reason").asString()).isEqualTo("history_replaced");
    assertThat(gap.get("last_id").asString()).isEqualTo(id(77));
    assertThat(json("?after=" + page.get("next").asString()).get("events")).isEmpty();
  }

  @Test
  void holdsTheAnswerUntilSomethingMatches() throws Exception {
    append(1, 1);
    CompletableFuture<JsonNode> poll =
        CompletableFuture.supplyAsync(() -> json("?op=message&wait=30s&after=" + id(1)));
    await().during(Duration.ofMillis(300)).until(() -> !poll.isDone());
    append(2, 1);
    appendMessage(3, "billing");
    assertThat(poll).succeedsWithin(Duration.ofSeconds(5));
    assertThat(idsOf(poll.join())).containsExactly(id(3));
  }

  @Test
  void answersAtOnceWhenThereIsSomething() throws Exception {
    append(1, 1);
    long before = System.nanoTime();
    assertThat(json("?from=earliest&wait=30s").get("events")).hasSize(1);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void answersWithNothingWhenTheTimeIsOver() throws Exception {
    append(1, 1);
    for (String wait : List.of("500ms", "PT0.5S")) {
      long before = System.nanoTime();
      assertThat(json("?wait=" + wait).get("next").asString()).isEqualTo(id(1));
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isBetween(Duration.ofMillis(500), Duration.ofSeconds(5));
    }
  }

  @Test
  void reportsAGapAsTheFirstEvent() throws Exception {
    append(1, 9);
    log.raiseFloor(Events.id(4));
    JsonNode page = json("?gap=skip&limit=2&after=" + id(1));
    assertThat(idsOf(page)).containsExactly(id(4), id(5));
    assertThat(page.get("events").get(0).get("op").asString()).isEqualTo("gap");
    assertThat(page.get("events").get(0).get("last_id").asString()).isEqualTo(id(1));
  }

  @Test
  void neverFindsAGapFromTheEarliestOn() throws Exception {
    append(1, 9);
    log.raiseFloor(Events.id(4));
    assertThat(idsOf(json("?from=earliest"))).isEqualTo(ids(5, 9));
    assertThat(idsOf(json("?from=earliest&gap=skip"))).isEqualTo(ids(5, 9));
  }

  @Test
  void keepsLongPollsAndStreamsOutOfRequestMetrics() throws Exception {
    server.page("application/json", "");
    server.page("application/json", "?wait=1ms");
    server.stream("").close();
    server.page("application/json", "?from=unknown");
    var registry = server.bean(MeterRegistry.class);
    await().until(() -> server.bean(EventStreams.class).connections() == 0);
    await()
        .untilAsserted(
            () ->
                assertThat(
                        registry.find("http.server.requests").timers().stream()
                            .mapToLong(timer -> timer.count())
                            .sum())
                    .isEqualTo(2));
  }

  @Test
  void saysThatTheLogCannotBeReadInsteadOfHalfAnAnswer() throws Exception {
    append(1, 1);
    SseClient stream = server.stream("?from=earliest");
    stream.nextEvent();
    log.close();
    HttpResponse<String> response = server.page("application/json", "?from=earliest");
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).isPresent();
    assertThat(MAPPER.readTree(response.body()).get("detail").asString()).contains("closed");
    stream.awaitEnd();
  }

  private JsonNode json(String query) {
    try {
      HttpResponse<String> response = server.page("application/json", query);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return MAPPER.readTree(response.body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> idsOf(JsonNode page) {
    return page.get("events").valueStream().map(event -> event.get("id").asString()).toList();
  }

  private static List<String> idsOf(String lines) {
    return lines.lines().map(line -> MAPPER.readTree(line).get("id").asString()).toList();
  }
}
