package dev.walrelay.delivery.sse;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of {@code wait}: a number with a unit, so that nobody mistakes seconds, or ISO 8601. */
final class WaitTime {

  private static final Pattern SIMPLE = Pattern.compile("([0-9]{1,9})(ms|s|m)");
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
    Matcher simple = SIMPLE.matcher(text);
    if (!simple.matches()) {
      return iso(text);
    }
    long number = Long.parseLong(simple.group(1));
    return switch (simple.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
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
