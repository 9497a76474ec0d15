package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The parameter {@code filter}. */
class EventFilterTest extends WithEventLog implements DeliveryObserver {

  private final AtomicInteger failures = new AtomicInteger();
  private EventsServer server;

  @BeforeEach
  void startServer() {
    server = EventsServer.start(log, this);
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  @Override
  public void delivered(String channel, int events, long commitTimeMicros) {}

  @Override
  public void filterFailed(String channel, String subscription) {
    failures.incrementAndGet();
  }

  private HttpResponse<String> lines(String expression) throws Exception {
    return server.page(
        "application/x-ndjson",
        "?from=earliest&filter=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
  }

  @Test
  void selectsEventsByTheirContent() throws Exception {
    append(1, 100);
    appendMessage(101, "audit");

    assertThat(lines("op == 'insert' && after.id > 98").body().lines()).hasSize(2);
    assertThat(lines("prefix == 'audit'").body().lines()).hasSize(1);
    assertThat(lines("has(after.id) && after.id % 10 == 0").body().lines()).hasSize(10);
    assertThat(failures).hasValue(0);
  }

  @Test
  void selectsEventsWhateverIsInWhatTheFilterDoesNotMention() throws Exception {
    EventBatch batch = new EventBatch(256);
    String content =
        "{\"digits\":%s,\"deep\":%s,\"status\":\"paid\"}"
            .formatted("7".repeat(1500), "[".repeat(600) + "]".repeat(600));
    Events.addMessage(batch, Events.id(1), Events.commitTime(1), "audit", content);
    append(batch);

    assertThat(lines("content.status == 'paid'").body().lines()).hasSize(1);
    assertThat(failures).hasValue(0);
  }

  @Test
  void streamsOnlyWhatMatches() throws Exception {
    append(1, 10);

    SseClient stream = server.stream("?from=earliest&filter=after.id%20%3E%209");

    assertThat(stream.nextEvent().id()).isEqualTo(id(10));
  }

  @Test
  void countsEventsOnWhichItFails() throws Exception {
    append(1, 5);

    assertThat(lines("after.nothing == 1").body()).isEmpty();
    assertThat(failures).hasValue(5);
  }

  @Test
  void saysWhereTheMistakeIs() throws Exception {
    HttpResponse<String> response = lines("op == ");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("\"parameter\":\"filter\"").contains("at 7");
  }
}
