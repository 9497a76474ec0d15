package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static dev.walrelay.event.Events.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link EventLog} promises to those who wait for its next event. */
abstract class EventLogWaitingContract extends EventLogFixture {

  private static final Duration LONG = Duration.ofMinutes(2);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventLogWaitingContract(Opening opening) {
    super(opening);
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void doesNotWaitForWhatIsThere() throws Exception {
    log.append(List.of(batch(1, 3)), new Lsn(3));

    assertThat(log.await(id(2), LONG)).isTrue();
    assertThat(log.await(id(2), Duration.ZERO)).isTrue();
  }

  @Test
  void givesUpWhenTheTimeIsOver() throws Exception {
    log.append(List.of(batch(1, 3)), new Lsn(3));

    assertThat(log.await(id(3), Duration.ofMillis(5))).isFalse();
    assertThat(log.await(id(3), Duration.ZERO)).isFalse();
    assertThat(log.await(id(3), Duration.ofMillis(-5))).isFalse();
  }

  @Test
  void wakesThousandsOfWaitersWithOneAppend() throws Exception {
    List<Future<Boolean>> waiters = waiters(5000, EventId.NONE);

    log.append(List.of(batch(1, 1)), new Lsn(1));

    for (Future<Boolean> waiter : waiters) {
      assertThat(waiter.get()).isTrue();
    }
  }

  @Test
  void waitsOnForAnEventThatIsStillToCome() throws Exception {
    Future<Boolean> waiter = waiters(1, id(2)).getFirst();

    log.append(List.of(), new Lsn(1));
    log.append(List.of(batch(1, 2)), new Lsn(2));
    assertThat(waiter.isDone()).isFalse();
    log.append(List.of(batch(3, 1)), new Lsn(3));

    assertThat(waiter.get()).isTrue();
  }

  @Test
  void waitsForWhatComesAfterEventsThatAreGone() throws Exception {
    log.append(List.of(batch(1, 2)), new Lsn(2));
    clock.forward(MAX_AGE.plusSeconds(1));
    log.retain();

    assertThat(log.await(EventId.NONE, Duration.ZERO)).isFalse();
    log.append(List.of(batch(3, 1)), new Lsn(3));
    assertThat(log.await(EventId.NONE, LONG)).isTrue();
  }

  @Test
  void wakesWaitersWhenItCloses() throws Exception {
    List<Future<Boolean>> waiters = waiters(100, EventId.NONE);

    log.close();

    for (Future<Boolean> waiter : waiters) {
      assertThat(waiter.get()).isFalse();
    }
    assertThat(log.await(EventId.NONE, LONG)).isFalse();
  }

  @Test
  void canBeInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> log.await(EventId.NONE, LONG))
        .isInstanceOf(InterruptedException.class);
  }

  /** Threads that wait by the time this returns. */
  private List<Future<Boolean>> waiters(int count, EventId after) throws InterruptedException {
    List<Future<Boolean>> waiters = new ArrayList<>();
    List<Thread> started = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(count);
    Callable<Boolean> waiting =
        () -> {
          started.add(Thread.currentThread());
          all.countDown();
          return log.await(after, LONG);
        };
    for (int i = 0; i < count; i++) {
      waiters.add(threads.submit(waiting));
    }
    all.await();
    await()
        .until(
            () ->
                started.stream()
                    .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
    return waiters;
  }
}
