package dev.walrelay.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * When things are due, at a steady rate whatever becomes of those before: a late one counts from
 * when it was due.
 */
final class Schedule {

  private final long start;
  private final long interval;

  /** Begins in a moment. */
  Schedule(int perSecond) {
    interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
    start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
  }

  /** On the clock of {@link System#nanoTime}. */
  long due(int index) {
    return start + index * interval;
  }

  void await(int index) {
    long left = due(index) - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = due(index) - System.nanoTime();
    }
  }
}
