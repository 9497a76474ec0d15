package dev.walrelay.delivery;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a time span: a number with a unit, so that nobody mistakes seconds, or ISO 8601 as in
 * {@code PT20S}.
 */
public final class TimeText {

  private static final Pattern SIMPLE = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

  private TimeText() {}

  /**
   * Reads a time span.
   *
   * @throws IllegalArgumentException if the text has another form; its message is for people
   */
  public static Duration parse(String text) {
    Matcher simple = SIMPLE.matcher(text);
    return simple.matches() ? of(Long.parseLong(simple.group(1)), simple.group(2)) : iso(text);
  }

  private static Duration of(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'%s' is not a time like 15s, 500ms, 5m or PT15S".formatted(text), e);
    }
  }

  /** Writes a time span of whole milliseconds in the largest unit up to hours that fits. */
  public static String format(Duration time) {
    long millis = time.toMillis();
    if (millis % 1000 != 0 || millis == 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }
}
