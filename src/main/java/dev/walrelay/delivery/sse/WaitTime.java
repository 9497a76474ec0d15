package dev.walrelay.delivery.sse;

import dev.walrelay.delivery.TimeText;
import java.time.Duration;

/** The text of {@code wait}: a time of at most a minute. */
final class WaitTime {

  private static final Duration MAX = Duration.ofSeconds(60);

  private WaitTime() {}

  static Duration parse(String text) {
    Duration time = duration(text);
    if (time.isNegative() || time.compareTo(MAX) > 0) {
      throw malformed(text);
    }
    return time;
  }

  private static Duration duration(String text) {
    try {
      return TimeText.parse(text);
    } catch (IllegalArgumentException e) {
      IllegalArgumentException malformed = malformed(text);
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'%s' is not a time from 0s to 60s like 20s, 500ms or PT20S".formatted(text));
  }
}
