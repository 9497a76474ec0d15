package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deliveries that are to begin where the log no longer has all events. */
class StartTest extends WithWebhooks {

  private static final String AN_ID = "0000000000000002-00000001";
  private static final String AN_LSN = "0/2";
  private static final String A_TIME = "2026-11-30T05:52:20Z";

  private List<Map<String, Object>> declared = List.of();

  @Override
  long maxLogBytes() {
    return 100_000;
  }

  @Override
  List<Map<String, Object>> declared() {
    return declared;
  }

  @ParameterizedTest
  @ValueSource(strings = {AN_ID, AN_LSN, A_TIME})
  void isRefusedByTheApiWithTheEarliestEvent(String start) throws Exception {
    outgrow(1, 40);
    subscribe("{\"start\": \"latest\"}");
    try (ApiServer api = ApiServer.start(webhooks)) {
      ApiServer.Reply created =
          api.send(
              "POST",
              "",
              "{\"name\": \"new\", \"url\": \"%s\", \"start\": \"%s\"}"
                  .formatted(receiver.url(), start));
      ApiServer.Reply replayed =
          api.send("POST", "/s/replay", "{\"from\": \"%s\"}".formatted(start));

      assertThat(List.of(created, replayed)).allSatisfy(this::assertGone);
    }
    assertThat(webhooks.all()).hasSize(1);
    assertThat(webhooks.get("s").cursor()).isEqualTo(Events.id(40));
  }

  @Test
  void isRefusedByTheApiAfterAnEventOfAnotherLog() throws Exception {
    append(1, 3);
    subscribe("{}");
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(3)));
    String next = new EventId(Events.id(3).position(), 2).toString();
    try (ApiServer api = ApiServer.start(webhooks)) {
      for (String ahead : List.of(next, id(4), "0000000000000009-00000000")) {
        ApiServer.Reply created =
            api.send(
                "POST",
                "",
                "{\"name\": \"new\", \"url\": \"%s\", \"start\": \"%s\"}"
                    .formatted(receiver.url(), ahead));
        ApiServer.Reply replayed =
            api.send("POST", "/s/replay", "{\"from\": \"%s\"}".formatted(ahead));
        assertThat(List.of(created, replayed))
            .allSatisfy(reply -> assertRefused(reply, "has not come to"));
      }
    }
    assertThat(webhooks.all()).hasSize(1);
  }

  @Test
  void waitsForAPositionThatIsStillToCome() {
    append(1, 3);
    subscribe("{\"start\": \"%s\"}".formatted(new Lsn(5)));
    restart();
    append(4, 2);
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(5)));
    assertThat(receiver.ids()).isEqualTo(ids(5, 5));
  }

  @Test
  void expiresADeclaredSubscriptionWhoseStartIsOfAnotherLog() {
    append(1, 3);
    declared = List.of(Map.of("name", "d", "url", receiver.url(), "start", id(77)));
    restart();
    restart();
    assertThat(webhooks.expired()).containsExactly("d");
    assertBeginsAnewWithAGap("d", 3);
  }

  /** As an earlier version stored it, which waited in silence. */
  @Test
  void expiresASubscriptionWhoseCursorIsOfAnotherLog() {
    append(1, 3);
    subscribe("{}");
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(3)));
    webhooks.stop();
    log.database()
        .write(
            connection -> {
              long id = Rows.number(connection, "SELECT id FROM webhook_subscription");
              ProgressTable.replace(connection, id, Progress.at(Events.id(77), 0), List.of());
              return id;
            });
    log.close();
    receiver.requests().clear();
    reopen();

    assertThat(webhooks.expired()).containsExactly("s");
    assertBeginsAnewWithAGap("s", 3);
  }

  private void assertBeginsAnewWithAGap(String name, int last) {
    assertThat(webhooks.get(name).reason()).contains("has not come to");
    webhooks.get(name).resume();
    eventually().until(() -> webhooks.get(name).cursor().equals(Events.id(last)));
    assertThat(receiver.requests().getFirst().text())
        .contains("\"reason\":\"history_replaced\"", "\"last_id\":\"" + id(77));
    assertThat(receiver.ids().getFirst()).isEqualTo(log.floor().toString());
    assertThat(receiver.ids().subList(1, receiver.ids().size())).isEqualTo(ids(1, last));
  }

  private void assertGone(ApiServer.Reply reply) {
    assertRefused(reply, "does not reach back");
  }

  private void assertRefused(ApiServer.Reply reply, String detail) {
    assertThat(reply.status()).isEqualTo(410);
    assertThat(reply.contentType()).startsWith("application/problem+json");
    assertThat(reply.json().path("earliest").stringValue())
        .isEqualTo(log.earliest().orElseThrow().toString());
    assertThat(reply.json().path("detail").stringValue()).contains(detail);
  }

  @Test
  void mayBeWithAnyEventThatIsStored() {
    outgrow(1, 40);
    long earliest = Events.number(log.earliest().orElseThrow());

    subscribe("{\"start\": \"%s\"}".formatted(log.floor()));
    subscribe("{\"name\": \"t\", \"start\": \"%s\"}".formatted(new Lsn(earliest)));
    subscribe("{\"name\": \"u\", \"start\": \"%s\"}".formatted(Events.commitTime(earliest + 1)));

    eventually()
        .until(() -> webhooks.all().stream().allMatch(it -> it.cursor().equals(Events.id(40))));
    assertThat(receiver.ids().stream().sorted().distinct()).isEqualTo(ids(earliest, 40));
  }

  @ParameterizedTest
  @ValueSource(strings = {AN_ID, AN_LSN, A_TIME})
  void expiresADeclaredSubscriptionWhichThenBeginsWithAGap(String start) {
    outgrow(1, 40);
    declared = List.of(Map.of("name", "d", "url", receiver.url(), "start", start));
    restart();
    webhooks.get("d").pause();
    restart();

    assertThat(webhooks.expired()).containsExactly("d");
    assertThat(webhooks.get("d").reason()).contains("does not reach back");
    assertThat(receiver.requests()).isEmpty();

    webhooks.get("d").resume();
    eventually().until(() -> webhooks.get("d").cursor().equals(Events.id(40)));
    assertThat(receiver.requests().getFirst().text()).contains("\"reason\":\"retention\"");
    assertThat(receiver.ids().getFirst()).isEqualTo(log.floor().toString());
    assertThat(receiver.ids().subList(1, receiver.ids().size()))
        .isEqualTo(ids(Events.number(log.floor()) + 1, 40));
  }
}
