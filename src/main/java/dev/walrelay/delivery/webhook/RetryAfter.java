package dev.walrelay.delivery.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} in both its forms (RFC 9110, 10.2.3), capped at an hour. */
final class RetryAfter {

  private static final Duration MAX = Duration.ofHours(1);
  private static final Pattern SECONDS = Pattern.compile("[0-9]+");
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /** How long to wait from now, or null if the value is malformed. */
  static @Nullable Duration parse(String value, Instant now) {
    Duration wait = wait(value.strip(), now);
    if (wait == null) {
      return null;
    }
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(MAX) > 0 ? MAX : wait;
  }

  private static @Nullable Duration wait(String value, Instant now) {
    if (SECONDS.matcher(value).matches()) {
      return value.length() > MAX_DIGITS ? MAX : Duration.ofSeconds(Long.parseLong(value));
    }
    Instant time = HttpDate.parse(value, now);
    return time == null ? null : Duration.between(now, time);
  }
}
