package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDatabaseTest {

  @TempDir Path directory;
  private SqliteFile file;
  private LogDatabase database;

  @BeforeEach
  void openDatabase() {
    file = SqliteFile.open(directory.resolve("some.db"));
    database = new LogDatabase(file);
    database.write(
        connection -> update(connection, "CREATE TABLE parent (id INTEGER PRIMARY KEY)"));
  }

  @AfterEach
  void closeDatabase() {
    database.close();
    file.close();
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.getString(1);
    }
  }

  private String read(String sql) {
    return database.read(connection -> text(connection, sql));
  }

  @Test
  void storesAllOrNothing() {
    assertThatThrownBy(
            () ->
                database.write(
                    connection -> {
                      update(connection, "INSERT INTO parent VALUES (1)");
                      return update(connection, "INSERT INTO parent VALUES (1)");
                    }))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("could not be written");
    assertThatThrownBy(
            () ->
                database.write(
                    connection -> {
                      update(connection, "INSERT INTO parent VALUES (1)");
                      throw new IllegalStateException("changed my mind");
                    }))
        .hasMessage("changed my mind");
    assertThat(read("SELECT count(*) FROM parent")).isEqualTo("0");

    database.write(connection -> update(connection, "INSERT INTO parent VALUES (1)"));
    assertThat(read("SELECT count(*) FROM parent")).isEqualTo("1");
  }

  @Test
  void storesASingleStatementOrNothingOfIt() {
    database.writeStatement(connection -> update(connection, "INSERT INTO parent VALUES (1), (2)"));
    assertThatThrownBy(
            () ->
                database.writeStatement(
                    connection -> update(connection, "INSERT INTO parent VALUES (3), (2)")))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("could not be written");
    assertThat(read("SELECT max(id) FROM parent")).isEqualTo("2");

    database.writeStatement(connection -> update(connection, "INSERT INTO parent VALUES (3)"));
    assertThat(read("SELECT max(id) FROM parent")).isEqualTo("3");
    String synchronous = database.write(connection -> text(connection, "PRAGMA synchronous"));
    assertThat(synchronous).as("FULL again").isEqualTo("2");
  }

  @Test
  void readsOnlyOnTheConnectionsForReading() {
    assertThatThrownBy(() -> database.read(connection -> update(connection, "DELETE FROM parent")))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("could not be read");
    assertThat(read("SELECT count(*) FROM parent")).isEqualTo("0");
  }

  @Test
  void syncsEveryCommitAndKeepsForeignKeys() {
    String synchronous = database.write(connection -> text(connection, "PRAGMA synchronous"));
    assertThat(synchronous).as("FULL").isEqualTo("2");
    assertThat(read("PRAGMA journal_mode")).isEqualTo("wal");
    assertThat(read("PRAGMA auto_vacuum")).as("INCREMENTAL").isEqualTo("2");
    assertThat(read("PRAGMA foreign_keys")).isEqualTo("1");
  }

  @Test
  void refusesStatementsOnceClosed() {
    database.close();

    assertThatThrownBy(() -> read("SELECT 1"))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> database.write(connection -> 1)).isInstanceOf(EventLogException.class);
  }
}
