package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.Events;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens inside, a subscription that is active delivers. */
class SupervisionTest extends WithWebhooks {

  /** Happens to a sender, once, right after an attempt. */
  private final AtomicReference<@Nullable Runnable> mishap = new AtomicReference<>();

  @Override
  WebhookObserver observer() {
    return new WebhookObserver() {
      @Override
      public void added(String subscription) {}

      @Override
      public void removed(String subscription) {}

      @Override
      public void attempted(String subscription, String outcome, Duration duration) {
        Runnable happening = mishap.getAndSet(null);
        if (happening != null) {
          happening.run();
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"ordering\": \"key\", \"concurrency\": 2}"})
  void goesOnAfterAnError(String fields) {
    mishap.set(
        () -> {
          throw new StackOverflowError();
        });
    Channel channel = subscribe(fields);
    append(1, 30);

    eventually().until(() -> channel.cursor().equals(Events.id(30)));
    assertThat(receiver.ids()).containsAll(ids(1, 30)).hasSize(31);
  }

  @Test
  void goesOnAfterASenderWasInterrupted() {
    mishap.set(() -> Thread.currentThread().interrupt());
    append(1, 3);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(3)));
  }

  /** What the database refuses then, by name of a trigger. */
  private void refuse(String name, String when) {
    log.database()
        .write(
            connection ->
                Rows.update(
                    connection,
                    "CREATE TRIGGER %s BEFORE %s BEGIN SELECT RAISE(ABORT, 'refused by a test');"
                            .formatted(name, when)
                        + " END"));
  }

  private void allow(String name) {
    log.database().write(connection -> Rows.update(connection, "DROP TRIGGER " + name));
  }

  private Progress stored() {
    return log.database().read(connection -> ProgressTable.load(connection, 1));
  }

  @Test
  void keepsWhatWasRefusedUntilItIsAmongTheDeadLetters() {
    refuse("no_letters", "INSERT ON webhook_dead_letter");
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.status(422) : Reply.OK);
    append(1, 3);
    subscribe("{\"retry\": {\"max_attempts\": 1}}");
    eventually().until(() -> !receiver.requests().isEmpty());

    restart();
    allow("no_letters");

    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(3)));
    assertThat(webhooks.get("s").letters().count()).isEqualTo(1);
    assertThat(receiver.ids()).containsOnlyOnceElementsOf(ids(2, 3));
  }

  @Test
  void storesNoProgressBeyondWhatIsNotAmongTheDeadLettersYet() {
    refuse("no_letters", "INSERT ON webhook_dead_letter");
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.status(422) : Reply.OK);
    append(1, 9);
    Channel channel =
        subscribe("{\"ordering\": \"key\", \"concurrency\": 2, \"retry\": {\"max_attempts\": 1}}");
    eventually().until(() -> stored().finished().size() == 8);

    assertThat(stored().position()).isLessThan(Events.id(1));

    allow("no_letters");
    eventually().until(() -> channel.cursor().equals(Events.id(9)));
    eventually().until(() -> channel.letters().count() == 1);
  }

  @Test
  void isDisabledByGoneThoughThatCannotBeStoredAtFirst() {
    refuse("no_state", "UPDATE OF state ON webhook_subscription");
    receiver.replies(Reply.status(410));
    append(1, 1);
    Channel channel = subscribe("{}");
    eventually().until(() -> receiver.requests().size() >= 2);

    allow("no_state");

    eventually().until(() -> channel.state() == SubscriptionState.DISABLED);
  }

  @Test
  void goesOnWhenAChangeOfItCannotBeStored() {
    append(1, 1);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.cursor().equals(Events.id(1)));
    refuse("no_change", "UPDATE OF spec ON webhook_subscription");
    AtomicBoolean failed = new AtomicBoolean();
    try {
      channel.change(spec("{\"timeout\": \"3s\"}"), false);
    } catch (RuntimeException e) {
      failed.set(true);
    }
    append(2, 1);

    eventually().until(() -> channel.cursor().equals(Events.id(2)));
    assertThat(failed).isTrue();
  }
}
