package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there after a {@code kill -9} at any moment, and nothing is torn. */
class JdbcEventLogCrashTest {

  @TempDir Path directory;

  @Test
  void keepsWhatItAcknowledgedWhenTheProcessIsKilled() throws Exception {
    kill(3);
  }

  @Test
  @Tag("chaos")
  void keepsWhatItAcknowledgedWhenTheProcessIsKilledOftener() throws Exception {
    kill(50);
  }

  private void kill(int times) throws Exception {
    Path path = directory.resolve("walrelay.db");
    Random random = new Random();
    long acknowledged = 0;
    for (int kill = 0; kill < times; kill++) {
      try (AppendingProcess process = AppendingProcess.start(path)) {
        for (int i = random.nextInt(150); i >= 0; i--) {
          acknowledged = process.awaitStored();
        }
        acknowledged = Math.max(acknowledged, process.kill());
      }

      assertIntact(path, acknowledged);
    }
  }

  private static void assertIntact(Path path, long acknowledged) {
    try (JdbcEventLog log = JdbcEventLog.open(AppendingProcess.settings(path), Clock.systemUTC())) {
      List<Long> numbers = LogReading.numbersAfter(log, EventId.NONE);
      long last = numbers.size();
      assertThat(last).isGreaterThanOrEqualTo(acknowledged);
      assertThat(numbers).isEqualTo(EventLogFixture.numbers(1, last));
      assertThat(log.position()).isEqualTo(new LogPosition(Events.id(last), new Lsn(last)));
      assertThat(log.sizeBytes())
          .isEqualTo(log.database().read(JdbcEventLogCrashTest::storedBytes));
    }
  }

  private static long storedBytes(Connection connection) throws SQLException {
    return BlockTable.oldest(connection, Integer.MAX_VALUE).stream()
        .mapToLong(BlockTable.Oldest::storedBytes)
        .sum();
  }

  @Test
  void leavesALogAloneThatAnotherProcessWrites() throws Exception {
    Path path = directory.resolve("walrelay.db");
    try (AppendingProcess process = AppendingProcess.start(path)) {
      process.awaitStored();

      assertThatThrownBy(
              () -> JdbcEventLog.open(AppendingProcess.settings(path), Clock.systemUTC()))
          .isInstanceOf(EventLogException.class)
          .hasMessageContaining("in use by another process");

      process.awaitStored();
      process.kill();
    }
    JdbcEventLog.open(AppendingProcess.settings(path), Clock.systemUTC()).close();
  }
}
