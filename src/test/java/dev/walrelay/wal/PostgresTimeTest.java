package dev.walrelay.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTimeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 2000-01-01T00:00:00Z",
    "1, 2000-01-01T00:00:00.000001Z",
    "-1, 1999-12-31T23:59:59.999999Z",
    "-946684800000000, 1970-01-01T00:00:00Z",
    "-946684800000001, 1969-12-31T23:59:59.999999Z",
    "849333138844738, 2026-11-30T05:52:18.844738Z",
  })
  void convertsInstantsBothWays(long postgresMicros, Instant instant) {
    assertThat(PostgresTime.toInstant(postgresMicros)).isEqualTo(instant);
    assertThat(PostgresTime.fromInstant(instant)).isEqualTo(postgresMicros);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 946684800000000",
    "-946684800000000, 0",
    "849333138844738, 1796017938844738",
  })
  void convertsMicrosecondsBothWays(long postgresMicros, long unixMicros) {
    assertThat(PostgresTime.toUnixMicros(postgresMicros)).isEqualTo(unixMicros);
    assertThat(PostgresTime.fromUnixMicros(unixMicros)).isEqualTo(postgresMicros);
  }

  @Test
  void cutsNanosecondsOff() {
    assertThat(PostgresTime.fromInstant(Instant.parse("2000-01-01T00:00:00.000001999Z")))
        .isEqualTo(1);
    assertThat(PostgresTime.fromInstant(Instant.parse("1999-12-31T23:59:59.999999999Z")))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
  void keepsTheOutermostTimes(long postgresMicros) {
    assertThat(PostgresTime.fromInstant(PostgresTime.toInstant(postgresMicros)))
        .isEqualTo(postgresMicros);
  }

  @Test
  void refusesWhatDoesNotFit() {
    Instant tooLate = PostgresTime.toInstant(Long.MAX_VALUE).plusNanos(1_000);
    Instant tooEarly = PostgresTime.toInstant(Long.MIN_VALUE).minusNanos(1_000);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> PostgresTime.fromInstant(tooLate));
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> PostgresTime.fromInstant(tooEarly));
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> PostgresTime.toUnixMicros(Long.MAX_VALUE));
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> PostgresTime.fromUnixMicros(Long.MIN_VALUE));
  }
}
