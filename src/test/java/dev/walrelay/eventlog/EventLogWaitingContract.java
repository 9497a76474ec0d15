package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static dev.walrelay.event.Events.id;
import static dev.walrelay.event.Events.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.event.GapEvent;
import dev.walrelay.event.Interest;
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
import org.junit.jupiter.api.Timeout;

/** What every {@link EventLog} promises to those who wait for its next event. */
abstract class EventLogWaitingContract extends EventLogFixture {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** In none of the inserts that most tests append. */
  private static final Interest NOTHING = Filter.ALL.withPrefixes(List.of("billing.*")).interest();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventLogWaitingContract(Opening opening) {
    super(opening);
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  @Timeout(60)
  void doesNotWaitForWhatIsThere() throws Exception {
    log.append(List.of(batch(1, 3)), new Lsn(3));

    assertThat(log.await(id(2), Interest.ALL, LONG)).isEqualTo(id(2));
    assertThat(log.await(id(2), Interest.ALL, Duration.ZERO)).isEqualTo(id(2));
    assertThat(log.await(id(2), NOTHING, LONG)).isEqualTo(id(2));
  }

  @Test
  void givesUpWhenTheTimeIsOver() throws Exception {
    log.append(List.of(batch(1, 3)), new Lsn(3));

    assertThat(log.await(id(3), Interest.ALL, Duration.ofMillis(5))).isEqualTo(id(3));
    assertThat(log.await(id(3), Interest.ALL, Duration.ZERO)).isEqualTo(id(3));
    assertThat(log.await(id(3), Interest.ALL, Duration.ofMillis(-5))).isEqualTo(id(3));
    assertThat(log.await(id(9), Interest.ALL, Duration.ZERO)).isEqualTo(id(9));
  }

  @Test
  void wakesThousandsOfWaitersWithOneAppend() throws Exception {
    Waiting waiting = waiting(5000, EventId.NONE, Interest.ALL);

    log.append(List.of(batch(1, 1)), new Lsn(1));

    assertThat(waiting.results()).hasSize(5000).containsOnly(EventId.NONE);
  }

  @Test
  void wakesNobodyForWhatTheyDoNotWant() throws Exception {
    Waiting idle = waiting(100, EventId.NONE, NOTHING);
    Waiting live = waiting(1, EventId.NONE, Interest.ALL);

    log.append(List.of(batch(1, 5)), new Lsn(5));
    assertThat(live.results()).containsOnly(EventId.NONE);

    assertThat(idle.isStill()).isTrue();
    log.append(List.of(batch(6, 5), messages(11, 1)), new Lsn(11));
    assertThat(idle.results()).containsOnly(id(5));
  }

  @Test
  void movesThoseWhoGiveUpPastWhatTheyDoNotWant() throws Exception {
    Waiting idle = waiting(3, EventId.NONE, NOTHING, Duration.ofMillis(500));

    log.append(List.of(batch(1, 5)), new Lsn(5));
    log.append(List.of(batch(6, 1)), new Lsn(6));

    assertThat(idle.results()).containsOnly(id(6));
  }

  @Test
  void wakesEverybodyForWhatFollowsAGap() throws Exception {
    log.append(List.of(batch(1, 2)), new Lsn(2));
    Waiting idle = waiting(1, id(2), NOTHING);

    log.raiseFloor(id(4));
    log.append(List.of(batch(5, 1)), new Lsn(5));

    assertThat(idle.results()).containsOnly(id(2));
  }

  @Test
  void wakesEverybodyForAnEventOfTheStreamItself() throws Exception {
    log.append(List.of(batch(1, 2)), new Lsn(2));
    Waiting idle = waiting(1, id(2), NOTHING);

    EventBatch gap = new EventBatch(256);
    GapEvent.append(id(3), GapEvent.Reason.SLOT_MOVED, id(2), gap);
    log.append(List.of(gap), new Lsn(3));

    assertThat(idle.results()).containsOnly(id(2));
  }

  @Test
  void waitsOnWhenNoEventWasStored() throws Exception {
    log.append(List.of(batch(1, 2)), new Lsn(2));
    Waiting waiting = waiting(1, id(2), Interest.ALL);

    log.append(List.of(), new Lsn(3));
    log.identify(new SourceIdentity("7", 1, 0, 18));
    assertThat(waiting.isStill()).isTrue();
    log.append(List.of(batch(3, 1)), new Lsn(3));

    assertThat(waiting.results()).containsOnly(id(2));
  }

  @Test
  void doesNotMoveAnybodyPastEventsThatAreGone() throws Exception {
    log.append(List.of(batch(1, 2)), new Lsn(2));
    clock.forward(MAX_AGE.plusSeconds(1));
    log.retain();

    assertThat(log.await(EventId.NONE, NOTHING, Duration.ZERO)).isEqualTo(EventId.NONE);
    log.append(List.of(batch(3, 1)), new Lsn(3));
    assertThat(log.await(EventId.NONE, NOTHING, LONG)).isEqualTo(EventId.NONE);
  }

  @Test
  void wakesWaitersWhenItCloses() throws Exception {
    Waiting waiting = waiting(100, EventId.NONE, Interest.ALL);

    log.close();

    assertThat(waiting.results()).containsOnly(EventId.NONE);
    assertThat(log.await(EventId.NONE, Interest.ALL, LONG)).isEqualTo(EventId.NONE);
  }

  @Test
  void canBeInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> log.await(EventId.NONE, Interest.ALL, LONG))
        .isInstanceOf(InterruptedException.class);
  }

  private Waiting waiting(int count, EventId after, Interest interest) throws InterruptedException {
    return waiting(count, after, interest, LONG);
  }

  /** Threads that wait by the time this returns. */
  private Waiting waiting(int count, EventId after, Interest interest, Duration atMost)
      throws InterruptedException {
    List<Future<EventId>> waiters = new ArrayList<>();
    List<Thread> started = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(count);
    Callable<EventId> waiting =
        () -> {
          started.add(Thread.currentThread());
          all.countDown();
          return log.await(after, interest, atMost);
        };
    for (int i = 0; i < count; i++) {
      waiters.add(threads.submit(waiting));
    }
    all.await();
    Waiting result = new Waiting(waiters, started);
    await().until(result::isStill);
    return result;
  }

  private record Waiting(List<Future<EventId>> waiters, List<Thread> threads) {

    /** Whether every one still waits. */
    boolean isStill() {
      return threads.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    List<EventId> results() throws Exception {
      List<EventId> results = new ArrayList<>();
      for (Future<EventId> waiter : waiters) {
        results.add(waiter.get());
      }
      return results;
    }
  }
}
