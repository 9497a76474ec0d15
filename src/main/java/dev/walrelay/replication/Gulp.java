package dev.walrelay.replication;

import java.util.concurrent.TimeUnit;

/**
 * Reads in gulps while behind. The walsender flushes every message, and a reader that already waits
 * is woken for each: most of the time then goes into system calls on both sides. Letting the socket
 * fill for a moment between gulps lets both work on many messages at once, which makes reading
 * faster although it waits.
 *
 * <p>Behind means that a whole gulp came without one empty read; a reader that has caught up never
 * waits. The time in which the caller works on messages fills the socket as well, so that a caller
 * that is slower than the server does not wait either. How long filling takes depends on the
 * server: the time grows when a gulp ended in waiting for single messages, and shrinks when all was
 * there.
 */
final class Gulp {

  private static final int MESSAGES = 1_000;
  private static final int BYTES = 128 * 1024;
  private static final long SHORTEST = TimeUnit.MICROSECONDS.toNanos(250);
  private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(4);

  /** More than it takes to copy a gulp that is there, less than to wait for its messages singly. */
  private static final long WAITED = TimeUnit.MILLISECONDS.toNanos(1);

  /** Shorter ones take as long as these, at more cost. */
  private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(50);

  private int messages;
  private int bytes;
  private long fill = TimeUnit.MILLISECONDS.toNanos(1);
  private long reading;
  private long working;
  private long at;

  Gulp(long now) {
    at = now;
  }

  /** The caller comes back to read. */
  void enter(long now) {
    working += now - at;
    at = now;
  }

  /** A message of some length came: how many nanoseconds to wait before the next read. */
  long message(int length, long now) {
    reading += now - at;
    at = now;
    messages++;
    bytes += length;
    return messages >= MESSAGES || bytes >= BYTES ? end() : 0;
  }

  private long end() {
    fill =
        reading > WAITED ? Math.min(LONGEST, fill + fill / 4) : Math.max(SHORTEST, fill - fill / 8);
    long pause = fill - working;
    restart();
    if (pause < SHORTEST_PAUSE) {
      return 0;
    }
    at += pause;
    return pause;
  }

  /** A read came back empty: caught up. */
  void empty(long now) {
    at = now;
    restart();
  }

  private void restart() {
    messages = 0;
    bytes = 0;
    reading = 0;
    working = 0;
  }
}
