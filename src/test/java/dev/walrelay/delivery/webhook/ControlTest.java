package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.delivery.RetentionGapException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

class ControlTest extends WithWebhooks {

  @Override
  long maxLogBytes() {
    return 100_000;
  }

  @Test
  void deliversNothingWhilePausedAndGoesOnWhereItWas() {
    append(1, 3);
    Channel channel = subscribe("{}");
    eventually().until(() -> receiver.requests().size() == 3);

    channel.pause();
    append(4, 3);
    restart();
    eventually().during(Duration.ofMillis(100)).until(() -> receiver.requests().size() == 3);
    assertThat(webhooks.get("s").state()).isEqualTo(SubscriptionState.PAUSED);

    webhooks.get("s").resume();
    eventually().until(() -> receiver.requests().size() == 6);
    assertThat(receiver.ids()).isEqualTo(ids(1, 6));
  }

  @Test
  void sendsWhatIsInFlightOnlyOnceWhenPaused() {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    receiver.replies(
        request -> {
          arrived.countDown();
          return await(answered) ? Reply.OK : Reply.status(500);
        });
    append(1, 3);
    Channel channel = subscribe("{\"timeout\": \"20s\"}");
    assertThat(await(arrived)).isTrue();
    channel.pause();
    answered.countDown();
    eventually().until(() -> channel.cursor().equals(Events.id(1)));
    channel.resume();

    eventually().until(() -> channel.cursor().equals(Events.id(3)));
    assertThat(receiver.ids()).isEqualTo(ids(1, 3));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void replaysFromAnIdATimeOrTheBeginningWithTheSameIds() {
    append(1, 5);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.cursor().equals(Events.id(5)));

    channel.replay(new StartPosition.After(Events.id(4).predecessor()));
    eventually().until(() -> receiver.requests().size() == 7);
    channel.replay(StartPosition.End.EARLIEST);
    eventually().until(() -> receiver.requests().size() == 12);
    channel.replay(new StartPosition.AtTime(Instant.now().minusSeconds(3600)));
    eventually().until(() -> receiver.requests().size() == 17);

    assertThat(receiver.ids().subList(5, 7)).isEqualTo(ids(4, 5));
    assertThat(receiver.ids().subList(7, 12)).isEqualTo(ids(1, 5));
    assertThat(receiver.requests().get(3).text()).isEqualTo(receiver.requests().get(5).text());
  }

  @Test
  void neverSkipsEventsByAReplay() {
    receiver.replies(Reply.status(503));
    append(1, 5);
    Channel channel = subscribe("{}");
    eventually().until(() -> !receiver.requests().isEmpty());

    channel.replay(StartPosition.End.LATEST);
    receiver.replies(Reply.OK);

    eventually().until(() -> channel.cursor().equals(Events.id(5)));
    assertThat(receiver.ids().stream().distinct()).isEqualTo(ids(1, 5));
  }

  @Test
  void replaysDeadLettersInOrderBeforeWhatComesThen() {
    receiver.replies(
        request ->
            request.id().equals(id(2)) || request.id().equals(id(4))
                ? Reply.status(422)
                : Reply.OK);
    append(1, 5);
    Channel channel = subscribe("{}");
    eventually()
        .until(() -> channel.letters().count() == 2 && channel.cursor().equals(Events.id(5)));
    int before = receiver.requests().size();

    assertThat(channel.replayLetters()).isEqualTo(2);
    eventually()
        .until(
            () ->
                receiver.requests().size() == before + 2
                    && channel.letters().list(0, 9).stream().noneMatch(DeadLetter::replaying));
    assertThat(channel.letters().count()).isEqualTo(2);

    receiver.replies(Reply.OK);
    restart();
    assertThat(webhooks.get("s").replayLetters()).isEqualTo(2);
    eventually().until(() -> webhooks.get("s").letters().count() == 0);
    assertThat(receiver.ids().subList(before + 2, before + 4)).containsExactly(id(2), id(4));
    assertThat(receiver.requests().getLast().text()).contains("\"n\":4");
  }

  @Test
  void forgetsDeadLettersOnRequest() {
    receiver.replies(Reply.status(422));
    append(1, 2);
    Channel channel = subscribe("{\"batch\": {\"max_events\": 10}}");
    eventually().until(() -> channel.letters().count() == 1);

    assertThat(channel.letters().list(0, 10).getFirst().events()).isEqualTo(2);
    assertThat(channel.deleteLetters()).isEqualTo(1);
    assertThat(channel.letters().count()).isZero();
  }

  @Test
  void expiresWhenEventsItHasNotDeliveredAreGoneAndSaysSoFirstWhenResumed() {
    receiver.replies(Reply.status(503));
    outgrow(1, 3);
    Channel channel = subscribe("{}");
    eventually().until(() -> !receiver.requests().isEmpty());

    outgrow(4, 40);
    eventually().until(() -> channel.state() == SubscriptionState.EXPIRED);
    assertThat(webhooks.expired()).containsExactly("s");
    assertThat(channel.reason()).contains("no longer stored");
    restart();
    assertThat(webhooks.isExpired("s")).isTrue();
    int before = receiver.requests().size();

    receiver.replies(Reply.OK);
    String gone = log.floor().toString();
    webhooks.get("s").resume();
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(43)));

    Request gap = receiver.requests().get(before);
    assertThat(gap.id()).isEqualTo(gone);
    assertThat(gap.text())
        .contains("\"op\":\"gap\"")
        .contains("\"reason\":\"retention\"")
        .contains("\"last_id\":");
    assertThat(receiver.ids().subList(before + 1, receiver.ids().size()))
        .isEqualTo(ids(Events.number(log.floor()) + 1, 43));
  }

  @Test
  void expiresWhilePausedToo() {
    outgrow(1, 3);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.cursor().equals(Events.id(3)));
    channel.pause();

    outgrow(4, 40);

    eventually().until(() -> channel.state() == SubscriptionState.EXPIRED);
  }

  @Test
  void expiresWhilePausedSinceBeforeTheFirstEvent() {
    subscribe("{}").pause();
    outgrow(1, 3);
    eventually().until(() -> !webhooks.get("s").cursor().equals(EventId.NONE));

    outgrow(4, 40);

    eventually().until(() -> webhooks.get("s").state() == SubscriptionState.EXPIRED);
  }

  @Test
  void missesNothingAfterAPauseSinceBeforeTheFirstEvent() {
    Channel channel = subscribe("{}");
    channel.pause();
    append(1, 3);
    eventually().until(() -> !channel.cursor().equals(EventId.NONE));

    channel.resume();

    eventually().until(() -> channel.cursor().equals(Events.id(3)));
    assertThat(receiver.ids()).isEqualTo(ids(1, 3));
  }

  @Test
  void refusesToReplayWhatIsGone() {
    outgrow(1, 40);
    Channel channel = subscribe("{\"start\": \"latest\"}");

    assertThatThrownBy(() -> channel.replay(new StartPosition.After(Events.id(1))))
        .isInstanceOf(RetentionGapException.class);
  }

  @Test
  void sendsATestDeliveryBesideTheQueue() {
    append(1, 1);
    receiver.replies(Reply.status(503));
    Channel channel = subscribe("{}");
    eventually().until(() -> !receiver.requests().isEmpty());
    receiver.replies(request -> request.id().startsWith("test-") ? Reply.OK : Reply.status(503));

    String id = TestEvent.newId();
    Answer answer = channel.test(id, TestEvent.body(id, channel.spec(), "/walrelay/test"));

    assertThat(answer.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(channel.cursor().toString()).isEqualTo("0000000000000000-00000000");
  }

  @Test
  void leavesNothingBehindWhenDeleted() {
    receiver.replies(Reply.status(422));
    append(1, 2);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.letters().count() > 0);

    webhooks.delete("s");

    long rows =
        log.database()
            .read(
                connection ->
                    Rows.number(
                        connection,
                        """
                        SELECT (SELECT count(*) FROM webhook_subscription)
                          + (SELECT count(*) FROM webhook_secret)
                          + (SELECT count(*) FROM webhook_cursor)
                          + (SELECT count(*) FROM webhook_plan)
                          + (SELECT count(*) FROM webhook_dead_letter)
                          + (SELECT count(*) FROM webhook_attempt)\
                        """));
    assertThat(rows).isZero();
    assertThatThrownBy(() -> webhooks.get("s")).isInstanceOf(UnknownSubscriptionException.class);
  }

  @Test
  void isUnknownToWhoeverStillHasItOnceItIsDeleted() {
    Channel channel = subscribe("{}");
    Subscription changed = spec("{\"timeout\": \"3s\"}");
    String id = TestEvent.newId();
    Body body = TestEvent.body(id, changed, "/walrelay/test");
    webhooks.delete("s");

    List<ThrowableAssert.ThrowingCallable> operations =
        List.of(
            channel::pause,
            channel::resume,
            channel::rotateSecrets,
            channel::replayLetters,
            channel::deleteLetters,
            channel::delete,
            () -> channel.change(changed, false),
            () -> channel.replay(StartPosition.End.EARLIEST),
            () -> channel.test(id, body));
    assertThat(operations)
        .allSatisfy(
            operation ->
                assertThatThrownBy(operation).isInstanceOf(UnknownSubscriptionException.class));
    channel.start();
    append(1, 1);
    channel.keepHouse();
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void remembersTheLatestAttemptsAfterARestart() {
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.status(400, "why") : Reply.OK);
    append(1, 120);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.cursor().equals(Events.id(120)));
    List<Attempt> before = channel.attempts().latest();

    restart();

    AttemptLog after = webhooks.get("s").attempts();
    assertThat(before).hasSize(100);
    assertThat(after.latest())
        .extracting(Attempt::delivery)
        .isEqualTo(before.stream().map(Attempt::delivery).toList());
    assertThat(after.lastSuccess())
        .hasValueSatisfying(it -> assertThat(it.delivery()).isEqualTo(id(120)));
    assertThat(after.lastFailure())
        .hasValueSatisfying(it -> assertThat(it.answer()).isEqualTo("why"));
  }
}
