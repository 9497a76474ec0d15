package dev.walrelay.replication;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Cuts the connection off when a call to the driver does not return: a connection that died in the
 * middle of a message would otherwise block its reader for good, since nothing can time it out
 * without losing its place in the stream.
 */
final class Watchdog implements AutoCloseable {

  private static final int CHECKS = 5;

  /** Odd while inside a call. Only the reading thread writes, so that no fence is needed. */
  private final AtomicLong calls = new AtomicLong();

  private final Duration limit;
  private final Runnable abort;
  private final Thread thread;
  private volatile boolean bitten;
  private volatile boolean closed;

  Watchdog(Duration limit, Runnable abort) {
    this.limit = limit;
    this.abort = abort;
    thread = Thread.ofVirtual().name("replication-watchdog").start(this::watch);
  }

  void enter() {
    calls.setOpaque(calls.getPlain() + 1);
  }

  void leave() {
    calls.setOpaque(calls.getPlain() + 1);
  }

  /** Whether it has cut the connection off. */
  boolean hasBitten() {
    return bitten;
  }

  private void watch() {
    long seen = calls.getOpaque();
    long since = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(limit.toNanos() / CHECKS);
      long now = calls.getOpaque();
      if (now != seen || now % 2 == 0) {
        seen = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since >= limit.toNanos()) {
        bitten = true;
        abort.run();
        return;
      }
    }
  }

  /** Cuts the connection off unless {@link #close} comes first. */
  void limitClosing(Duration atMost) {
    Thread.ofVirtual()
        .name("replication-close")
        .start(
            () -> {
              long end = System.nanoTime() + atMost.toNanos();
              while (!closed && System.nanoTime() < end) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
              }
              if (!closed) {
                abort.run();
              }
            });
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
