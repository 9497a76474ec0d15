package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.id;
import static dev.walrelay.eventlog.LogReading.numbersAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An index that does not fit its table must neither hide events nor keep a reader asking. */
class DamagedIndexTest extends WithThreeBlocks {

  private static final String INDEX = "sqlite_schema WHERE name = 'event_block_last_id'";

  @Test
  void isNoticedWhereItLeadsPastABlock() throws SQLException {
    execute(
        "UPDATE sqlite_schema SET sql = sql || ' WHERE sequence <> 2'"
            + " WHERE name = 'event_block_last_id'");
    execute("REINDEX event_block");
    execute(
        "UPDATE sqlite_schema SET sql = replace(sql, ' WHERE sequence <> 2', '')"
            + " WHERE name = 'event_block_last_id'");

    assertDamaged();
    assertRepaired(EventId.NONE);
  }

  @Test
  void isNoticedWhereItLeadsToNothing() throws SQLException {
    execute("CREATE TABLE kept AS SELECT * FROM " + INDEX, "DELETE FROM " + INDEX);
    execute("DELETE FROM event_block WHERE sequence = 2");
    execute("INSERT INTO sqlite_schema SELECT * FROM kept");

    assertDamaged();
    assertRepaired(id(200));
  }

  private void assertDamaged() {
    try (JdbcEventLog log = open()) {
      assertThat(numbersAfter(log, id(200))).isEqualTo(EventLogFixture.numbers(201, 300));
      assertThat(log.damage()).isEmpty();
      assertThatThrownBy(() -> log.next(id(100)))
          .isInstanceOf(DamagedLogException.class)
          .hasMessageContaining("walrelay.log.repair=true");
      assertThat(log.damage()).isPresent();
    }
  }

  /** Complete after that event. */
  private void assertRepaired(EventId floor) {
    try (JdbcEventLog log = open()) {
      log.repair();
      assertThat(log.floor()).isEqualTo(floor);
      List<Long> left = EventLogFixture.numbers(floor.equals(EventId.NONE) ? 1 : 201, 300);
      assertThat(numbersAfter(log, floor)).isEqualTo(left);
      assertThat(log.earliest()).contains(id(left.getFirst()));
      log.append(List.of(Events.incompressible(301, 1)), new Lsn(301));
      assertThat(numbersAfter(log, id(300))).containsExactly(301L);
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + settings.path());
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA writable_schema = ON");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
