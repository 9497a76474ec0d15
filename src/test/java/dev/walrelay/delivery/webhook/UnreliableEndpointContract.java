package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Updates of 200 rows, to an endpoint that fails a third of the time in every way, in strict order
 * and by key.
 */
abstract class UnreliableEndpointContract extends WithWebhooks {

  private static final int ROWS = 200;
  private static final int BY_KEY = 4;

  private final int events;
  private final int disruptions;
  private final Ledger strict;
  private final Ledger key;

  /**
   * A run of some size.
   *
   * @param events how many updates there are
   * @param disruptions how often the service is killed, and how often the endpoint goes away
   */
  UnreliableEndpointContract(int events, int disruptions) {
    this.events = events;
    this.disruptions = disruptions;
    this.strict = new Ledger(events, 1);
    this.key = new Ledger(events, ROWS);
  }

  private void misbehave(List<Reply> replies) {
    Misbehaviour misbehaviour = new Misbehaviour(replies);
    receiver.replies(request -> misbehaviour.answer(request, ledger(request.header("X-Ledger"))));
  }

  private Ledger ledger(String name) {
    return name.equals("key") ? key : strict;
  }

  private void subscribeBoth(String timeout) {
    subscribe(fields("strict", 1, 20, timeout));
    subscribe(fields("key", BY_KEY, 8, timeout));
  }

  private static String fields(String ordering, int concurrency, int batch, String timeout) {
    return """
    {"name": "%s", "headers": {"X-Ledger": "%s"}, "ordering": "%s", "concurrency": %d,
     "batch": {"max_events": %d}, "timeout": "%s",
     "retry": {"initial": "1ms", "max": "5ms", "max_attempts": 1000}}\
    """
        .formatted(ordering, ordering, ordering, concurrency, batch, timeout);
  }

  private void assertComplete() {
    eventually().atMost(2, TimeUnit.MINUTES).until(() -> strict.isComplete() && key.isComplete());
    strict.assertCorrect();
    key.assertCorrect();
    assertThat(webhooks.all())
        .allSatisfy(channel -> assertThat(channel.letters().count()).isZero());
  }

  @Test
  void getsEachEventInOrder() {
    List<Reply> replies = new ArrayList<>(Misbehaviour.SLOW);
    for (int i = 0; i < 3; i++) {
      replies.addAll(Misbehaviour.QUICK);
    }
    misbehave(replies);
    subscribeBoth("150ms");
    for (int first = 1; first <= events; first += 500) {
      RowEvents.append(log, first, 500, ROWS);
    }

    assertComplete();
  }

  @Test
  void getsEachEventInOrderThoughTheServiceIsKilled() throws IOException {
    misbehave(Misbehaviour.QUICK);
    RowEvents.append(log, 1, events, ROWS);
    subscribeBoth("20s");
    webhooks.stop();
    log.close();

    for (int kill = 1; kill <= disruptions; kill++) {
      int until = strict.count() + events / (disruptions + 2);
      try (DeliveringProcess process = DeliveringProcess.start(directory)) {
        eventually()
            .atMost(1, TimeUnit.MINUTES)
            .failFast("the process ended by itself", () -> !process.isAlive())
            .pollInterval(1, TimeUnit.MILLISECONDS)
            .until(() -> strict.count() >= until);
      }
    }
    reopen();

    assertComplete();
    assertThat(strict.repetitions()).isLessThanOrEqualTo(disruptions);
    assertThat(key.repetitions()).isLessThanOrEqualTo(disruptions * BY_KEY);
  }

  @Test
  void isNotHeldUpForLongWhenItComesAndGoes() throws IOException {
    subscribe(fields("strict", 1, 1, "1s"));
    receiver.replies(request -> new Misbehaviour(List.of()).answer(request, strict));
    for (int round = 0; round < disruptions; round++) {
      int first = 1 + round * 100;
      receiver.close();
      RowEvents.append(log, first, 100, ROWS);
      receiver = receiver.reopen();
      int expected = first + 99;
      eventually().until(() -> strict.count() == expected);
    }
  }
}
