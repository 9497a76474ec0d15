package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static dev.walrelay.event.Events.id;
import static dev.walrelay.eventlog.LogReading.blockAfter;
import static dev.walrelay.eventlog.LogReading.numbersAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.Function;

/** How the log uses its database, and what it does when that fails. */
class JdbcEventLogStorageTest {

  @TempDir Path directory;
  private final SettableClock clock = new SettableClock();
  private LogSettings settings;
  private JdbcEventLog log;

  @BeforeEach
  void openLog() {
    settings = new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), 1 << 30);
    log = JdbcEventLog.open(settings, clock);
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  private void reopen() {
    log.close();
    log = JdbcEventLog.open(settings, clock);
  }

  private long number(String query) {
    return log.database()
        .read(
            connection -> {
              try (Statement statement = connection.createStatement();
                  ResultSet row = statement.executeQuery(query)) {
                return row.getLong(1);
              }
            });
  }

  private int execute(String sql) {
    return log.database()
        .write(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
              }
            });
  }

  private long rows() {
    return number("SELECT count(*) FROM event_block");
  }

  @Test
  void joinsSmallAppendsInOneRow() {
    for (int number = 1; number <= 50; number++) {
      log.append(List.of(batch(number, 1)), new Lsn(number));
    }
    assertThat(rows()).isEqualTo(1);
    reopen();
    log.append(List.of(batch(51, 1), batch(52, 1)), new Lsn(52));

    assertThat(rows()).isEqualTo(1);
    assertThat(blockAfter(log, EventId.NONE).count()).isEqualTo(52);
    assertThat(log.sizeBytes())
        .isEqualTo(number("SELECT sum(length(payload)) FROM event_block"))
        .isEqualTo(number("SELECT sum(stored_bytes) FROM event_block"));
    reopen();
    assertThat(numbersAfter(log, EventId.NONE)).hasSize(52);
  }

  @Test
  void keepsRowsBounded() {
    log.append(List.of(batch(1, 60, 1000)), new Lsn(1));
    log.append(List.of(batch(61, 1)), new Lsn(2));
    assertThat(rows()).as("the first row is large enough").isEqualTo(2);

    log.append(List.of(batch(62, 250, 1000)), new Lsn(3));
    assertThat(rows()).as("together they would be too large").isEqualTo(3);
    assertThat(number("SELECT max(raw_bytes) FROM event_block")).isLessThan(384 << 10);
    assertThat(numbersAfter(log, EventId.NONE)).hasSize(311);
  }

  @Test
  void doesNotKeepOldEventsByJoiningNewOnes() {
    log.append(List.of(batch(1, 1)), new Lsn(1));
    clock.forward(Duration.ofMinutes(59));
    log.append(List.of(batch(2, 1)), new Lsn(2));
    clock.forward(Duration.ofMinutes(59));
    log.append(List.of(batch(3, 1)), new Lsn(3));

    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void doesNotBringRemovedEventsBackByJoiningThem() {
    log.close();
    settings = new LogSettings(settings.path(), Duration.ofMinutes(10), 1 << 30);
    log = JdbcEventLog.open(settings, clock);
    log.append(List.of(batch(1, 1)), new Lsn(1));
    clock.forward(Duration.ofMinutes(11));
    log.retain();
    log.append(List.of(batch(2, 1)), new Lsn(2));

    assertThat(log.earliest()).contains(id(2));
    assertThat(numbersAfter(log, EventId.NONE)).containsExactly(2L);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void doesNotRewriteEventsToMoveThePosition() {
    log.append(List.of(batch(1, 1)), new Lsn(1));
    long sequence = number("SELECT max(sequence) FROM event_block");

    log.append(List.of(), new Lsn(2));

    assertThat(number("SELECT max(sequence) FROM event_block")).isEqualTo(sequence);
  }

  @Test
  void storesNothingWhenTheDiskIsFullAndGoesOnOnceThereIsRoom() throws Exception {
    log.append(List.of(batch(1, 100, 1000)), new Lsn(1));
    execute("PRAGMA max_page_count = 1");
    EventBatch large = Events.incompressible(101, 200);

    assertThatThrownBy(() -> log.append(List.of(large), new Lsn(2)))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("disk is full");

    assertThat(log.position()).isEqualTo(new LogPosition(id(100), new Lsn(1)));
    assertThat(log.next(id(100))).isNull();
    log.append(List.of(large), new Lsn(2));
    assertThat(numbersAfter(log, EventId.NONE)).hasSize(300);
    reopen();
    assertThat(log.position()).isEqualTo(new LogPosition(id(300), new Lsn(2)));
    assertThat(numbersAfter(log, EventId.NONE)).hasSize(300);
    assertThat(log.sizeBytes()).isEqualTo(number("SELECT sum(stored_bytes) FROM event_block"));
  }

  @Test
  void storesNothingOfAnAppendThatFailsHalfWay() {
    log.append(List.of(batch(1, 1)), new Lsn(1));
    execute(
        """
        CREATE TRIGGER refuse BEFORE INSERT ON event_block WHEN NEW.sequence = 3
        BEGIN SELECT RAISE(ABORT, 'not this one'); END\
        """);
    List<EventBatch> batches = List.of(batch(2, 100, 1000), batch(102, 100, 1000));

    assertThatThrownBy(() -> log.append(batches, new Lsn(2)))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("not this one");
    assertThat(numbersAfter(log, EventId.NONE)).containsExactly(1L);
    assertThat(rows()).isEqualTo(1);
    execute("DROP TRIGGER refuse");

    log.append(batches, new Lsn(2));
    reopen();
    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(EventLogFixture.numbers(1, 201));
  }

  @Test
  void removesNothingWhenRemovingFails() {
    log.append(List.of(batch(1, 1)), new Lsn(1));
    clock.forward(Duration.ofDays(8));
    long size = log.sizeBytes();
    execute(
        """
        CREATE TRIGGER refuse BEFORE DELETE ON event_block
        BEGIN SELECT RAISE(ABORT, 'not now'); END\
        """);

    assertThatThrownBy(log::retain)
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("not now");
    assertThat(log.floor()).isEqualTo(EventId.NONE);
    assertThat(log.sizeBytes()).isEqualTo(size);
    assertThat(numbersAfter(log, EventId.NONE)).containsExactly(1L);
    execute("DROP TRIGGER refuse");

    log.retain();
    assertThat(log.floor()).isEqualTo(id(1));
    assertThat(log.next(EventId.NONE)).isNull();
  }

  /**
   * A reader that asked after the removal and before that would see a gap that nobody owns up to.
   */
  @Test
  void raisesTheFloorBeforeTheEventsAreGone() {
    log.append(List.of(batch(1, 7)), new Lsn(1));
    clock.forward(Duration.ofDays(8));
    List<EventId> floors = new ArrayList<>();
    log.database()
        .write(
            connection -> {
              Function.create(connection, "observe", observation(() -> floors.add(log.floor())));
              return connection;
            });
    execute("CREATE TRIGGER observed BEFORE DELETE ON event_block BEGIN SELECT observe(); END");

    log.retain();

    assertThat(floors).containsExactly(id(7));
  }

  private static Function observation(Runnable observe) {
    return new Function() {
      @Override
      protected void xFunc() throws SQLException {
        observe.run();
        result(0);
      }
    };
  }

  @Test
  void saysWhichEventsAreDamagedAndServesTheOthers() {
    for (int number = 1; number <= 300; number += 100) {
      log.append(List.of(batch(number, 100, 1000)), new Lsn(number));
    }
    execute(
        """
        UPDATE event_block SET payload = CAST(substr(payload, 1, 40) || X'FF'
          || substr(payload, 42) AS BLOB) WHERE sequence = 2\
        """);
    reopen();

    assertThat(blockAfter(log, EventId.NONE).lastId()).isEqualTo(id(100));
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> log.next(id(150)))
          .isInstanceOf(EventLogException.class)
          .hasMessageContaining(id(101).toString())
          .hasMessageContaining(id(200).toString())
          .hasMessageContaining("checksum");
    }
    assertThat(numbersAfter(log, id(200))).isEqualTo(EventLogFixture.numbers(201, 300));
  }

  @Test
  void goesOnBehindADamagedEnd() {
    log.append(List.of(batch(1, 2)), new Lsn(1));
    execute("UPDATE event_block SET checksum = checksum + 1");
    reopen();

    log.append(List.of(batch(3, 1)), new Lsn(2));

    assertThatThrownBy(() -> log.next(EventId.NONE)).isInstanceOf(EventLogException.class);
    assertThat(numbersAfter(log, id(2))).containsExactly(3L);
  }

  @Test
  void refusesAFormatThatItDoesNotKnow() {
    log.append(List.of(batch(1, 100, 1000)), new Lsn(1));
    execute("UPDATE event_block SET format = 2");
    reopen();

    assertThatThrownBy(() -> log.next(EventId.NONE))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("format 2");
  }

  @Test
  void findsATimeAlthoughTheLatestCommitWasRemoved() {
    EventBatch future = Events.incompressible(1, 100);
    Events.addInsert(future, id(101), Events.commitTime(1_000_000), "");
    log.append(List.of(future), new Lsn(1));
    clock.forward(Duration.ofDays(8));
    log.append(List.of(Events.incompressible(102, 100)), new Lsn(2));
    log.append(List.of(Events.incompressible(202, 100)), new Lsn(3));
    log.retain();

    assertThat(log.floor()).isEqualTo(id(101));
    assertThat(log.before(Events.commitTime(150))).isEqualTo(id(149));
    assertThat(log.before(Events.commitTime(250))).isBetween(id(150), id(249));
  }

  @Test
  void givesSpaceBackWhenMuchOfItIsFree() {
    for (int number = 1; number <= 16_000; number += 1000) {
      log.append(List.of(Events.incompressible(number, 1000)), new Lsn(number));
    }
    reopen();
    long before = settings.path().toFile().length();
    clock.forward(Duration.ofDays(8));

    log.retain();

    reopen();
    assertThat(settings.path().toFile().length()).isLessThan(before / 2);
  }

  @Test
  void emptiesAWriteAheadFileThatGrewLarge() {
    Path wal = directory.resolve("walrelay.db-wal");
    execute("CREATE TABLE large (content BLOB)");
    execute("INSERT INTO large VALUES (zeroblob(80000000))");
    assertThat(wal.toFile().length()).isGreaterThan(80_000_000);

    log.retain();

    assertThat(wal).isEmptyFile();
  }
}
