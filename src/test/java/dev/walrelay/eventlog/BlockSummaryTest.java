package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.commitTime;
import static dev.walrelay.event.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.event.Filter;
import dev.walrelay.event.Interest;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept beside blocks saves reading them, and never hides one. */
class BlockSummaryTest extends WithThreeBlocks {

  private static final Interest MESSAGES = Filter.ALL.withPrefixes(List.of("*")).interest();
  private static final Interest UPDATES = Filter.ALL.withOps(List.of("update")).interest();

  @Test
  void savesReadingBlocksThatHaveNothingThatIsWanted() throws SQLException {
    execute("UPDATE event_block SET checksum = checksum + 1");

    try (JdbcEventLog log = open()) {
      assertThat(log.skip(EventId.NONE, MESSAGES)).isEqualTo(id(300));
      assertThat(log.skip(id(150), UPDATES)).isEqualTo(id(300));
      assertThat(log.skip(EventId.NONE, Interest.ALL)).isEqualTo(EventId.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE block_summary SET contents = CAST(contents || X'00' AS BLOB)",
        "UPDATE block_summary SET checksum = checksum + 1",
        "UPDATE block_summary SET after_id = X'000000000000000100000001'",
        "UPDATE block_summary SET last_id = X'00000000000000FF00000001'",
        "UPDATE block_summary SET after_id = X'00'",
        "DELETE FROM block_summary"
      })
  void hidesNoBlockWhenItIsDamagedOrMissing(String damage) throws SQLException {
    execute(damage + " WHERE last_id = X'00000000000000C800000001'");

    try (JdbcEventLog log = open()) {
      assertThat(log.skip(EventId.NONE, MESSAGES)).isEqualTo(id(100));
      assertThat(LogReading.numbersAfter(log, id(100))).hasSize(200);
    }
  }

  @Test
  void isNotThereForWhatAnEarlierVersionStored() throws SQLException {
    execute("DELETE FROM block_summary");

    try (JdbcEventLog log = open()) {
      assertThat(log.skip(EventId.NONE, MESSAGES)).isEqualTo(EventId.NONE);
      log.append(List.of(Events.incompressible(301, 100)), new Lsn(400));
    }
    try (JdbcEventLog log = open()) {
      assertThat(log.skip(id(250), MESSAGES)).isEqualTo(id(250));
      assertThat(log.skip(id(300), MESSAGES)).isEqualTo(id(400));
    }
  }

  @Test
  void isOnlyMadeOfRowsThatAreComplete() throws SQLException {
    try (JdbcEventLog log = open()) {
      for (int number = 301; number <= 1000; number++) {
        log.append(List.of(Events.batch(number, 1, 500)), new Lsn(number));
      }
    }
    try (JdbcEventLog log = open()) {
      EventId complete = log.skip(EventId.NONE, MESSAGES);
      assertThat(complete).isGreaterThan(id(800)).isLessThan(id(1000));
      assertThat(number("SELECT count(*) FROM event_block")).isLessThan(15);
    }
  }

  @Test
  void isNotMadeOfManySubjects() throws SQLException {
    EventBatch batch = new EventBatch(1 << 20);
    for (int number = 301; number <= 1000; number++) {
      String json = "{\"id\":\"%s\",\"text\":\"%s\"}".formatted(id(number), "x".repeat(100));
      batch.json().put(json.getBytes(StandardCharsets.UTF_8));
      Subject table = new Subject.Table("public", "table_" + number);
      batch.add(Op.INSERT, batch.subject(table), commitTime(number).getEpochSecond());
    }
    try (JdbcEventLog log = open()) {
      log.append(List.of(batch), new Lsn(1000));
      assertThat(number("SELECT count(*) FROM block_summary")).isEqualTo(3);
    }
  }

  @Test
  void goesWithItsBlock() throws SQLException {
    SettableClock clock = new SettableClock();
    try (JdbcEventLog log = JdbcEventLog.open(settings, clock)) {
      clock.forward(Duration.ofDays(7));
      log.append(List.of(Events.incompressible(301, 100)), new Lsn(400));
      clock.forward(Duration.ofDays(1));
      log.retain();
      assertThat(log.floor()).isEqualTo(id(300));
      assertThat(number("SELECT count(*) FROM block_summary")).isEqualTo(1);
    }
  }

  @Test
  void survivesARepair() throws SQLException {
    execute("UPDATE event_block SET checksum = checksum + 1 WHERE sequence = 1");

    try (JdbcEventLog log = open()) {
      log.repair();
      assertThat(LogReading.numbersAfter(log, log.skip(log.floor(), MESSAGES))).hasSize(200);
    }
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + settings.path());
        Statement executed = connection.createStatement()) {
      executed.executeUpdate(statement);
    }
  }

  private long number(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + settings.path());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.getLong(1);
    }
  }
}
