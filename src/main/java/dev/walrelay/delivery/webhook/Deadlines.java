package dev.walrelay.delivery.webhook;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.concurrent.Cancellable;

/**
 * Ends the attempts of one endpoint that take too long. One task looks after all of them and comes
 * again when the first could be due: a task for each attempt would wake a thread for each.
 */
final class Deadlines {

  private final ScheduledExecutorService timer;
  private final long nanos;
  private final Set<Deadline> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * Without an attempt so far.
   *
   * @param nanos that an attempt may take
   */
  Deadlines(ScheduledExecutorService timer, long nanos) {
    this.timer = timer;
    this.nanos = nanos;
  }

  /** Of one attempt; it ends with the attempt. */
  final class Deadline implements AutoCloseable {

    private final Cancellable attempt;
    private final long due = System.nanoTime() + nanos;
    private volatile boolean passed;

    private Deadline(Cancellable attempt) {
      this.attempt = attempt;
    }

    /** Whether the attempt was cancelled because of it. */
    boolean hasPassed() {
      return passed;
    }

    private void enforce() {
      passed = true;
      attempt.cancel();
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }

  /** From now on. */
  Deadline start(Cancellable attempt) {
    Deadline deadline = new Deadline(attempt);
    open.add(deadline);
    scheduleUnlessScheduled();
    return deadline;
  }

  private void scheduleUnlessScheduled() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      schedule(nanos);
    }
  }

  private void schedule(long delay) {
    var _ = timer.schedule(this::check, delay, TimeUnit.NANOSECONDS);
  }

  /**
   * An attempt that cannot be cancelled keeps neither this from coming again, nor other attempts.
   */
  private void check() {
    long now = System.nanoTime();
    if (open.isEmpty()) {
      scheduled.set(false);
      // One that has come meanwhile may have found it scheduled.
      if (!open.isEmpty()) {
        scheduleUnlessScheduled();
      }
      return;
    }
    long next = nanos;
    for (Deadline deadline : open) {
      long left = deadline.due - now;
      next = left > 0 ? Math.min(next, left) : next;
    }
    schedule(next);
    open.stream()
        .filter(deadline -> deadline.due - now <= 0)
        .forEach(deadline -> timer.execute(deadline::enforce));
  }
}
