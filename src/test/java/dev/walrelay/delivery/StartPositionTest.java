package dev.walrelay.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.wal.Lsn;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartPositionTest {

  @Test
  void readsTheEndsOfTheLog() {
    assertThat(StartPosition.parse("earliest")).isEqualTo(StartPosition.End.EARLIEST);
    assertThat(StartPosition.parse("latest")).isEqualTo(StartPosition.End.LATEST);
  }

  @Test
  void readsAnLsn() {
    assertThat(StartPosition.parse("1/A2b310"))
        .isEqualTo(new StartPosition.AtLsn(new Lsn(0x100A2B310L)));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T10:00:00Z, 2026-11-30T10:00:00Z",
    "2026-11-30t10:00:00z, 2026-11-30T10:00:00Z",
    "2026-11-30T10:00:00.123456Z, 2026-11-30T10:00:00.123456Z",
    "2026-11-30T10:00:00+02:00, 2026-11-30T08:00:00Z",
    "2026-11-30T10:00:00 02:00, 2026-11-30T08:00:00Z",
    "2026-11-30 10:00:00 02:00, 2026-11-30T08:00:00Z",
    "2026-11-30 10:00:00-02:30, 2026-11-30T12:30:00Z",
    "2026-11-30 10:00:00Z, 2026-11-30T10:00:00Z",
  })
  void readsTimesAsTheyArriveInAQuery(String text, Instant time) {
    assertThat(StartPosition.parse(text)).isEqualTo(new StartPosition.AtTime(time));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Earliest",
        "yesterday",
        "2026-11-30",
        "2026-11-30T10:00:00",
        "2026-02-30T10:00:00Z",
        "2026-11-30T10:00:00 2:00",
        "/",
        "0/",
        "0/1A2B310 ",
        "0/123456789",
        "0/XYZ",
      })
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> StartPosition.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("0/1A2B310");
  }
}
