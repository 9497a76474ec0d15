package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeclaredSubscriptionsTest extends WithWebhooks {

  private String timeout = "20s";

  @Override
  List<Map<String, Object>> declared() {
    return List.of(
        Map.of("name", "s", "url", receiver.url(), "start", "earliest", "timeout", timeout));
  }

  @Test
  void deliverOnceAndInOrderAfterTheirSettingsHaveChanged() {
    append(1, 20);
    eventually().until(() -> cursor().equals(Events.id(20)));

    timeout = "10s";
    restart();
    append(21, 20);

    eventually().until(() -> cursor().equals(Events.id(40)));
    assertThat(receiver.ids()).isEqualTo(ids(1, 40));
  }

  private EventId cursor() {
    return webhooks.get("s").cursor();
  }

  @Test
  void haveDeliveredNothingBeforeTheyAreLoaded() {
    append(1, 3);
    eventually().until(() -> cursor().equals(Events.id(3)));
    receiver.replies(Reply.status(503));
    append(4, 3);
    webhooks.stop();

    Webhooks next = notStarted();
    Lsn before = next.delivered(log.position());
    next.start();
    webhooks = next;

    assertThat(before).isEqualTo(Lsn.ZERO);
    assertThat(next.delivered(log.position())).isEqualTo(new Lsn(3));
  }
}
