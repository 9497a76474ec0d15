package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

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

  private void assertGone(ApiServer.Reply reply) {
    assertThat(reply.status()).isEqualTo(410);
    assertThat(reply.contentType()).startsWith("application/problem+json");
    assertThat(reply.json().path("earliest").stringValue())
        .isEqualTo(log.earliest().orElseThrow().toString());
    assertThat(reply.json().path("detail").stringValue()).contains("does not reach back");
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
