package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-06T08:49:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "37                              | PT37S",
        "0                               | PT0S",
        "86400                           | PT1H",
        "99999999999999999999            | PT1H",
        "Fri, 06 Nov 2026 08:49:37 GMT   | PT37S",
        "Fri, 6 Nov 2026 08:49:37 GMT    | PT37S",
        "Fri, 06 Nov 2026 08:49:37 +0000 | PT37S",
        "fri, 06 nov 2026 08:49:37 gmt   | PT37S",
        "Mon, 06 Nov 2026 08:49:37 GMT   | PT37S",
        "Friday, 06-Nov-26 08:49:37 GMT  | PT37S",
        "Fri Nov  6 08:49:37 2026        | PT37S",
        "Fri Nov 06 08:49:37 2026        | PT37S",
        "Fri, 06 Nov 2026 08:49:60 GMT   | PT59S",
        "Fri, 06 Nov 2026 12:00:00 GMT   | PT1H",
        "Sunday, 06-Nov-94 08:49:37 GMT  | PT0S",
        "Sun Nov  6 08:49:37 1994        | PT0S",
        "Fri, 06 Nov 2026 08:00:00 GMT   | PT0S"
      })
  void waitsAsLongAsIsAskedForAndAtMostAnHour(String value, Duration wait) {
    assertThat(RetryAfter.parse(value, NOW)).isEqualTo(wait);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Friday, 06-Nov-26 08:49:37 GMT    | 2026-11-06T08:49:37Z",
        "Friday, 06-Nov-75 08:49:37 GMT    | 2075-11-06T08:49:37Z",
        "Friday, 06-Nov-76 08:48:59 GMT    | 2076-11-06T08:48:59Z",
        "Saturday, 06-Nov-76 08:49:01 GMT  | 1976-11-06T08:49:01Z",
        "Sunday, 06-Nov-77 08:49:37 GMT    | 1977-11-06T08:49:37Z",
        "Tuesday, 29-Feb-00 00:00:00 GMT   | 2000-02-29T00:00:00Z"
      })
  void readsTwoDigitsOfAYearAsOneThatIsAtMostFiftyYearsAhead(String value, Instant time) {
    assertThat(HttpDate.parse(value, NOW)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "-5",
        "1.5",
        "Fri, 06 Nov 2026 08:49:37",
        "Fri, 06 Nov 2026 08:49:37 CET",
        "Fri, 31 Feb 2026 08:49:37 GMT",
        "Fri, 06 Nox 2026 08:49:37 GMT",
        "Fri, 06 Nov 2026 25:49:37 GMT",
        "Fri, 06 Nov 2026 08:49:61 GMT",
        "Fri, 06-Nov-26 08:49:37 GMT",
        "Friday, 06-Nov-2026 08:49:37 GMT",
        "2026-11-06T08:49:37Z"
      })
  void takesNothingElseForATime(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isNull();
  }
}
