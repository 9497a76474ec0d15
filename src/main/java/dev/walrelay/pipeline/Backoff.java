package dev.walrelay.pipeline;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts: each about twice the one before, up to a bound, and none the same
 * for two processes that lost the same server at the same time.
 */
final class Backoff {

  private final Duration first;
  private final Duration longest;
  private Duration next;

  Backoff(Duration first, Duration longest) {
    this.first = first;
    this.longest = longest;
    this.next = first;
  }

  /** The pause before the next attempt: between half of the bound reached and all of it. */
  Duration next() {
    long bound = next.toMillis();
    next = next.multipliedBy(2).compareTo(longest) < 0 ? next.multipliedBy(2) : longest;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(bound / 2, bound + 1));
  }

  /** After a success, begins anew. */
  void reset() {
    next = first;
  }
}
