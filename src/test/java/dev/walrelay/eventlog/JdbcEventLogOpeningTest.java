package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a file, and what a log leaves behind. */
class JdbcEventLogOpeningTest {

  @TempDir Path directory;

  private Path path() {
    return directory.resolve("walrelay.db");
  }

  private JdbcEventLog open() {
    return JdbcEventLog.open(
        new LogSettings(path(), Duration.ofDays(7), 1 << 30), Clock.systemUTC());
  }

  private void assertRefused(String... words) {
    assertThatThrownBy(this::open)
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining(path().toString())
        .hasMessageContainingAll(words);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void refusesAFileThatIsOpenAlready() {
    try (JdbcEventLog log = open()) {
      assertRefused("in use by another process", "walrelay.log.path");
      log.append(List.of(batch(1, 1)), new Lsn(1));
    }
    open().close();
  }

  @Test
  void refusesAFileThatIsNoDatabase() throws IOException {
    Files.writeString(path(), "These are my notes, and not a database. ".repeat(300));

    assertRefused("not an event log");
    assertThat(path()).content().startsWith("These are my notes");
  }

  @Test
  void refusesADatabaseOfAnotherProgram() throws SQLException {
    execute("CREATE TABLE bookmarks (url TEXT)");

    assertRefused("another walrelay.log.path");
  }

  @Test
  void refusesAPathThatIsADirectory() throws IOException {
    Files.createDirectories(path().resolve("sub"));

    assertRefused("change its rights or walrelay.log.path");
  }

  @Test
  void refusesAPathBelowAFile() throws IOException {
    Files.createFile(path());

    assertThatThrownBy(
            () ->
                JdbcEventLog.open(
                    new LogSettings(path().resolve("below.db"), Duration.ofDays(7), 1 << 30),
                    Clock.systemUTC()))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("walrelay.log.path");
  }

  @Test
  void refusesAFileOfANewerVersion() throws SQLException {
    open().close();
    execute(
        """
        INSERT INTO flyway_schema_history
          (installed_rank, version, description, type, script, installed_by, execution_time, success)
        VALUES (99, '99', 'from the future', 'SQL', 'V99__from_the_future.sql', '', 1, 1)\
        """);

    assertRefused("newer version of Walrelay", "99");
  }

  @Test
  void refusesBoundsOfNothing() {
    assertThatThrownBy(() -> new LogSettings(path(), Duration.ZERO, 1))
        .hasMessageContaining("walrelay.log.max-age");
    assertThatThrownBy(() -> new LogSettings(path(), Duration.ofDays(1), 0))
        .hasMessageContaining("walrelay.log.max-size");
  }

  @Test
  void opensWithoutLookingAtEveryRow() throws SQLException {
    open().close();
    execute(
        """
        WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 100000)
        INSERT INTO event_block SELECT n, CAST(printf('%012d', n) AS BLOB),
          CAST(printf('%012d', n) AS BLOB), n, 0, 1000000, 7, 1, 0, X'00' FROM counter\
        """);
    holdBytes(123);
    long before = System.nanoTime();

    try (JdbcEventLog log = open()) {
      assertThat(log.sizeBytes()).isEqualTo(123);
      assertThat(log.earliest()).isPresent();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    }
  }

  private void holdBytes(long storedBytes) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path())) {
      LogState state = StateTable.load(connection);
      StateTable.save(
          connection, new LogState(state.position(), state.floor(), storedBytes, state.source()));
    }
  }

  @Test
  void leavesNoFileOpen() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (JdbcEventLog log = open()) {
        log.append(List.of(batch(i * 1000 + 1, 1000, 300)), new Lsn(i));
        log.next(EventId.NONE);
        log.before(Instant.EPOCH);
      }
      assertThat(openFiles()).isEmpty();
    }
    Files.writeString(path(), "no database any more");
    assertRefused("not an event log");
    assertThat(openFiles()).isEmpty();
  }

  /** This process's open files in the directory, where the system tells. */
  private List<Path> openFiles() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return List.of();
    }
    try (Stream<Path> links = Files.list(descriptors)) {
      return links
          .filter(Files::isSymbolicLink)
          .map(JdbcEventLogOpeningTest::target)
          .filter(target -> target.startsWith(directory))
          .toList();
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException closedMeanwhile) {
      return link;
    }
  }
}
