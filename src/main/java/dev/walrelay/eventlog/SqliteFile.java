package dev.walrelay.eventlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;

/**
 * All that is particular to SQLite: how its file is set up, locked, connected to and kept small,
 * and what its errors mean.
 */
final class SqliteFile implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SqliteFile.class);

  private static final int PAGE_SIZE = 8192;
  private static final int BUSY_MILLIS = 10_000;
  private static final int WAL_LIMIT = 64 << 20;
  private static final int VACUUM_PAGES = 512;

  private final Path path;
  private final SQLiteDataSource dataSource;
  private final FileOwnership ownership;

  private SqliteFile(Path path, FileOwnership ownership) {
    this.path = path;
    this.ownership = ownership;
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setJournalSizeLimit(WAL_LIMIT);
    config.enforceForeignKeys(true);
    config.setGetGeneratedKeys(false);
    dataSource = new SQLiteDataSource(config);
    dataSource.setUrl("jdbc:sqlite:" + path);
  }

  /** Opens or makes the file, and makes sure that no other process has it open. */
  static SqliteFile open(Path path) {
    Path absolute = path.toAbsolutePath();
    try {
      Path directory = absolute.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
    } catch (IOException e) {
      throw new EventLogException(
          "The directory of the event log %s could not be created (%s): change walrelay.log.path or the rights on it."
              .formatted(absolute, e),
          e);
    }
    SqliteFile file = new SqliteFile(absolute, FileOwnership.take(absolute));
    boolean prepared = false;
    try {
      file.prepare();
      prepared = true;
    } finally {
      if (!prepared) {
        file.close();
      }
    }
    return file;
  }

  /**
   * Pages that retention freed are used again by later appends; incremental vacuum is there to give
   * them back when they are more than that. It and the page size are fixed by the first table.
   */
  private void prepare() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size = " + PAGE_SIZE);
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
      statement.execute("PRAGMA journal_mode = WAL");
    } catch (SQLException e) {
      throw explain("could not be opened", e);
    }
  }

  DataSource dataSource() {
    return dataSource;
  }

  Path path() {
    return path;
  }

  Connection connect() throws SQLException {
    return dataSource.getConnection();
  }

  Connection connectToRead() throws SQLException {
    Connection connection = connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");
    }
    return connection;
  }

  /** Whether each commit on a connection waits for the disk. */
  void synchronous(Connection connection, boolean wanted) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = " + (wanted ? "FULL" : "NORMAL"));
    }
  }

  void disconnect(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      log.warn("A connection to the event log {} could not be closed.", path, e);
    }
  }

  /**
   * Gives a bounded number of free pages back to the file system while more than a quarter of the
   * file is free, so that the file follows a lower bound, but is not cut and grown all the time.
   *
   * @return whether there is more to do
   */
  boolean shrink(Connection connection) throws SQLException {
    long free = number(connection, "PRAGMA freelist_count");
    if (free <= VACUUM_PAGES || free <= number(connection, "PRAGMA page_count") / 4) {
      return false;
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA incremental_vacuum(" + VACUUM_PAGES + ")");
    }
    return number(connection, "PRAGMA freelist_count") < free;
  }

  /**
   * Empties the write-ahead file once it is far too large: readers that overlap all the time can
   * keep SQLite from starting it over.
   */
  boolean shorten(Connection connection) throws SQLException {
    Path wal = path.resolveSibling(path.getFileName() + "-wal");
    return wal.toFile().length() > WAL_LIMIT
        && number(connection, "PRAGMA wal_checkpoint(TRUNCATE)") == 0;
  }

  private static long number(Connection connection, String pragma) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(pragma)) {
      return row.getLong(1);
    }
  }

  /** Says for people what failed, what that means and what to do. */
  EventLogException explain(String failure, SQLException e) {
    String sentence = "The event log %s %s: %s.".formatted(path, failure, meaning(e));
    return switch (code(e)) {
      case SQLITE_CORRUPT, SQLITE_NOTADB -> new DamagedLogException(sentence, e);
      default -> new EventLogException(sentence, e);
    };
  }

  private static SQLiteErrorCode code(SQLException e) {
    return SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff);
  }

  private static String meaning(SQLException e) {
    return switch (code(e)) {
      case SQLITE_FULL ->
          "its disk is full, nothing of this step was stored; make room or lower walrelay.log.max-size, it is tried again";
      case SQLITE_BUSY, SQLITE_LOCKED ->
          "another program keeps it locked; end that program's transaction, it is tried again";
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH ->
          "the file or its directory cannot be opened for writing; change its rights or walrelay.log.path, or restore the file from a copy if that is not it";
      case SQLITE_NOTADB ->
          "the file is not an event log, or its beginning is damaged; restore it from a copy, or move it away, with its -wal file, to begin a new log where the slot is";
      case SQLITE_CORRUPT ->
          "the file is damaged; check the disk, then restore it from a copy, or move it away, with its -wal file, to begin a new log where the slot is";
      case SQLITE_TOOBIG ->
          "an event is larger than the billion bytes that it can hold; leave the column out of the publication";
      case SQLITE_ERROR ->
          e.getMessage()
              + ", so that its tables may be damaged; restore the file from a copy, or move it away, with its -wal file, to begin a new log where the slot is";
      default -> e.getMessage() + "; check the disk, it is tried again";
    };
  }

  @Override
  public void close() {
    ownership.close();
  }
}
