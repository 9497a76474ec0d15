package dev.walrelay.delivery.webhook;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** How long to wait after a failed attempt. */
final class Backoff {

  private static final int MAX_DOUBLINGS = 30;

  /** Keeps an endpoint that always says "at once" from being called in a loop. */
  private static final Duration LEAST = Duration.ofMillis(100);

  private Backoff() {}

  /**
   * Twice as long each time, between half of that and all of it, so that what failed together does
   * not come back together; or what the endpoint asked for.
   *
   * @param failures how many failed in a row, at least one
   */
  static Duration after(int failures, Subscription.Retry retry, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter.compareTo(LEAST) < 0 ? LEAST : retryAfter;
    }
    long max = retry.max().toMillis();
    long initial = retry.initial().toMillis();
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    long full = initial > max >> doublings ? max : initial << doublings;
    return Duration.ofMillis(full - ThreadLocalRandom.current().nextLong(full / 2 + 1));
  }
}
