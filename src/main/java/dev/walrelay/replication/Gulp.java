package dev.walrelay.replication;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads in gulps while behind. The walsender flushes every message, and a reader that is already
 * waiting is woken for each: most of the time then goes into system calls on both sides. Letting
 * the socket fill for a moment between gulps lets both work on many messages at once, which makes
 * reading faster although it waits.
 *
 * <p>Behind means that a whole gulp came without one empty read. A reader that has caught up never
 * waits.
 */
final class Gulp {

  private static final int MESSAGES = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private int messages;

  /** A message came; waits if it was the last one of a gulp. */
  void message() {
    if (++messages == MESSAGES) {
      messages = 0;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** A read came back empty: caught up. */
  void empty() {
    messages = 0;
  }
}
