package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 20,000 updates of 200 rows, to an endpoint that fails a third of the time in every way. */
class UnreliableEndpointTest extends WithWebhooks {

  private static final int EVENTS = 20_000;
  private static final int ROWS = 200;
  private static final int KILLS = 10;

  private static final String PATIENT =
      """
      "timeout": "%s", "retry": {"initial": "1ms", "max": "5ms", "max_attempts": 1000}\
      """;

  private static List<Reply> everything() {
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      replies.addAll(Misbehaviour.QUICK);
    }
    replies.addAll(Misbehaviour.SLOW);
    return replies;
  }

  @ParameterizedTest
  @CsvSource({"strict, 1, 1, 20", "key, 8, 200, 5"})
  void getsEachEventInOrder(String ordering, int concurrency, int distance, int batch)
      throws InterruptedException {
    Ledger ledger = new Ledger(EVENTS, distance);
    receiver.replies(new Misbehaviour(ledger, everything())::answer);
    Channel channel =
        subscribe(
            "{\"ordering\": \"%s\", \"concurrency\": %d, \"batch\": {\"max_events\": %d}, %s}"
                .formatted(ordering, concurrency, batch, PATIENT.formatted("150ms")));
    for (int first = 1; first <= EVENTS; first += 500) {
      RowEvents.append(log, first, 500, ROWS);
    }

    eventually().atMost(2, TimeUnit.MINUTES).until(ledger::isComplete);
    ledger.assertCorrect();
    assertThat(channel.letters()).isZero();
    assertThat(channel.spec().concurrency()).isEqualTo(concurrency);
  }

  @ParameterizedTest
  @CsvSource({"strict, 1, 1", "key, 4, 200"})
  void getsEachEventInOrderThoughTheServiceIsKilled(String ordering, int concurrency, int distance)
      throws Exception {
    RowEvents.append(log, 1, EVENTS, ROWS);
    subscribe(
        "{\"ordering\": \"%s\", \"concurrency\": %d, \"batch\": {\"max_events\": 10}, %s}"
            .formatted(ordering, concurrency, PATIENT.formatted("20s")));
    webhooks.get("s").pause();
    webhooks.stop();
    log.close();
    Ledger ledger = new Ledger(EVENTS, distance);
    receiver.replies(new Misbehaviour(ledger, Misbehaviour.QUICK)::answer);

    for (int kill = 1; kill <= KILLS; kill++) {
      int until = ledger.count() + EVENTS / (KILLS + 2);
      try (DeliveringProcess process = DeliveringProcess.start(directory)) {
        eventually()
            .atMost(1, TimeUnit.MINUTES)
            .failFast("the process ended by itself", () -> !process.isAlive())
            .pollInterval(1, TimeUnit.MILLISECONDS)
            .until(() -> ledger.count() >= until);
      }
    }
    reopen();

    eventually().atMost(1, TimeUnit.MINUTES).until(ledger::isComplete);
    ledger.assertCorrect();
    assertThat(ledger.repetitions()).isLessThanOrEqualTo(KILLS * concurrency);
  }

  @Test
  void isNotHeldUpForLongByAnEndpointThatComesAndGoes() throws Exception {
    Ledger ledger = new Ledger(2000, 1);
    receiver.replies(
        request -> {
          ledger.arrived(request);
          ledger.accepted(request);
          return Reply.OK;
        });
    subscribe("{%s}".formatted(PATIENT.formatted("1s")));
    for (int first = 1; first <= 2000; first += 100) {
      receiver.close();
      RowEvents.append(log, first, 100, ROWS);
      receiver = receiver.reopen();
      int expected = first + 99;
      eventually().until(() -> ledger.count() >= expected);
    }
    ledger.assertCorrect();
  }
}
