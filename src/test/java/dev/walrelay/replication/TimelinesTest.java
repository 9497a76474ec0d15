package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.wal.Lsn;
import org.junit.jupiter.api.Test;

class TimelinesTest {

  private static final String HISTORY =
      """
      1\t0/3000000\tno recovery target specified

      2\t0/A0001C8\tbefore 2026-11-30 05:52:18+00
      """;

  @Test
  void findsWhereATimelineEnded() {
    assertThat(Timelines.end(HISTORY, 1)).isEqualTo(Lsn.parse("0/3000000"));
    assertThat(Timelines.end(HISTORY, 2)).isEqualTo(Lsn.parse("0/A0001C8"));
  }

  @Test
  void knowsNothingOfATimelineThatTheServerNeverHad() {
    assertThat(Timelines.end(HISTORY, 3)).isEqualTo(Lsn.ZERO);
  }
}
