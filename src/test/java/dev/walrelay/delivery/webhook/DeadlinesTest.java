package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.Cancellable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  private static final long NANOS = Duration.ofMillis(50).toNanos();

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Deadlines deadlines = new Deadlines(timer, NANOS);

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private static boolean await(CountDownLatch latch) throws InterruptedException {
    return latch.await(20, TimeUnit.SECONDS);
  }

  @Test
  void endsEachAttemptOnceItsTimeIsOver() throws InterruptedException {
    List<CountDownLatch> cancelled = new ArrayList<>();
    List<Deadlines.Deadline> started = new ArrayList<>();
    List<Long> startedAt = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      CountDownLatch latch = new CountDownLatch(1);
      cancelled.add(latch);
      startedAt.add(System.nanoTime());
      started.add(deadlines.start(counting(latch)));
      TimeUnit.NANOSECONDS.sleep(NANOS / 4);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(await(cancelled.get(i))).isTrue();
      assertThat(System.nanoTime() - startedAt.get(i)).isGreaterThanOrEqualTo(NANOS);
      assertThat(started.get(i).hasPassed()).isTrue();
    }
  }

  private static Cancellable counting(CountDownLatch latch) {
    return () -> {
      latch.countDown();
      return true;
    };
  }

  @Test
  void leavesAloneWhatHasEnded() throws InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    Deadlines.Deadline ended = deadlines.start(counting(first));
    deadlines.start(counting(second));
    ended.close();

    assertThat(await(second)).isTrue();
    assertThat(first.getCount()).isOne();
    assertThat(ended.hasPassed()).isFalse();
  }

  @Test
  void needsOneTaskForManyAttemptsAndNoneWithout() {
    Deadlines patient = new Deadlines(timer, Duration.ofHours(1).toNanos());
    for (int i = 0; i < 1000; i++) {
      patient.start(counting(new CountDownLatch(1))).close();
    }
    assertThat(timer.getQueue()).hasSize(1);

    deadlines.start(counting(new CountDownLatch(1))).close();
    WithWebhooks.eventually().until(() -> timer.getQueue().size() == 1);
  }

  @Test
  void watchesOnAfterAnAttemptThatCannotBeCancelled() throws InterruptedException {
    deadlines.start(
        () -> {
          throw new IllegalStateException("not that one");
        });
    WithWebhooks.eventually().until(() -> timer.getCompletedTaskCount() > 0);
    CountDownLatch next = new CountDownLatch(1);
    deadlines.start(counting(next));

    assertThat(await(next)).isTrue();
  }
}
