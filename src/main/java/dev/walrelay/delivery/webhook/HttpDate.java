package dev.walrelay.delivery.webhook;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A date of HTTP in its three forms (RFC 9110, 5.6.7). What names the day of the week is not
 * compared with the date: that a server has it wrong says nothing of the time it means.
 */
final class HttpDate {

  private static final String WEEKDAY = "(?:mon|tue|wed|thu|fri|sat|sun)";
  private static final String LONG_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
  private static final String DAY = "(?<day>\\d{1,2})";
  private static final String MONTH = "(?<month>[a-z]{3})";
  private static final String YEAR = "(?<year>\\d{4})";
  private static final String TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";
  private static final String ZONE = "(?:gmt|utc|[+-]0000)";

  /** The one that is sent today, that of RFC 850, and that of C's asctime. */
  private static final List<Pattern> FORMS =
      Stream.of(
              "(?:%s, )?%s %s %s %s %s".formatted(WEEKDAY, DAY, MONTH, YEAR, TIME, ZONE),
              "%s, %s-%s-(?<year>\\d{2}) %s %s".formatted(LONG_WEEKDAY, DAY, MONTH, TIME, ZONE),
              "%s %s {1,2}%s %s %s".formatted(WEEKDAY, MONTH, DAY, TIME, YEAR))
          .map(form -> Pattern.compile(form, Pattern.CASE_INSENSITIVE))
          .toList();

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final int CENTURY = 100;

  /** Two digits of a year never mean one that is further ahead than this. */
  private static final int YEARS_AHEAD = 50;

  private static final int LAST_SECOND = 59;

  private HttpDate() {}

  /** The time it means, or null if it is none of the three forms. */
  static @Nullable Instant parse(String text, Instant now) {
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(text);
      if (matcher.matches()) {
        return time(matcher, LocalDateTime.ofInstant(now, ZoneOffset.UTC));
      }
    }
    return null;
  }

  private static @Nullable Instant time(Matcher date, LocalDateTime now) {
    try {
      int year = number(date, "year");
      boolean shortened = date.group("year").length() == 2;
      int ahead = now.getYear() + YEARS_AHEAD;
      LocalDateTime time = time(date, shortened ? ahead - (ahead - year) % CENTURY : year);
      boolean tooFar = shortened && time.isAfter(now.plusYears(YEARS_AHEAD));
      return (tooFar ? time(date, time.getYear() - CENTURY) : time).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static LocalDateTime time(Matcher date, int year) {
    int month = MONTHS.indexOf(date.group("month").toLowerCase(Locale.ROOT)) + 1;
    // A leap second is a 60th, which no type of time has here.
    int second = number(date, "second");
    return LocalDateTime.of(
        year,
        month,
        number(date, "day"),
        number(date, "hour"),
        number(date, "minute"),
        second == LAST_SECOND + 1 ? LAST_SECOND : second);
  }

  private static int number(Matcher date, String group) {
    return Integer.parseInt(date.group(group));
  }
}
