package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.delivery.StartPosition;
import dev.walrelay.eventlog.DamagedLogException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subscription that does not know where it is must not go on from somewhere else. */
class DamagedCursorTest extends WithWebhooks {

  private static final String SAID = "the progress of a webhook subscription is damaged";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE webhook_cursor SET position = replace(position, '-0', '-1')",
        "UPDATE webhook_cursor SET head = head + 1"
      })
  void isRefusedAtTheStart(String damage) {
    damage(damage);

    assertThatThrownBy(this::restart)
        .isInstanceOf(DamagedLogException.class)
        .hasMessageContaining(SAID);
  }

  /** Delivering again from somewhere needs no plan. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE webhook_plan SET first = first + 1",
        "UPDATE webhook_plan SET deliveries = CAST(substr(deliveries, 1, 5) || X'00'"
            + " || substr(deliveries, 7) AS BLOB)"
      })
  void standsStillWithAPlanThatIsDamaged(String damage) {
    damage(damage);
    restart();

    Channel channel = webhooks.get("s");
    assertThat(channel.state()).isEqualTo(SubscriptionState.DISABLED);
    assertThat(channel.reason()).contains(SAID);

    receiver.replies(Reply.OK);
    channel.replay(StartPosition.End.EARLIEST);
    eventually().until(() -> receiver.ids().size() == 4);
  }

  /** While its first event of three is not delivered. */
  private void damage(String sql) {
    receiver.replies(Reply.status(503));
    append(1, 3);
    subscribe("{\"retry\": {\"initial\": \"1h\", \"max\": \"1h\"}}");
    eventually().until(() -> !receiver.requests().isEmpty());
    webhooks.stop();
    assertThat(log.database().<Integer>write(connection -> Rows.update(connection, sql)))
        .isEqualTo(1);
  }
}
