package dev.walrelay.postgres;

import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database of a test's own. Closing it drops its slots, the roles made for it and itself, whoever
 * may still be connected.
 */
public final class TestDatabase implements AutoCloseable {

  private final TestServer server;
  private final String name;
  private final List<String> roles = new ArrayList<>();

  private TestDatabase(TestServer server, String name) {
    this.server = server;
    this.name = name;
  }

  static TestDatabase create(TestServer server, String name, String options) {
    TestDatabase database = new TestDatabase(server, name);
    database.executeIn("postgres", "CREATE DATABASE " + name + " " + options);
    return database;
  }

  /** The server it is on. */
  public TestServer server() {
    return server;
  }

  /** The database's name. */
  public String name() {
    return name;
  }

  /** Its JDBC address, without user and password. */
  public String url() {
    return server.url(name);
  }

  /** A superuser. */
  public String user() {
    return TestServer.SUPERUSER;
  }

  /** Of {@link #user} and of every {@link #role}. */
  public String password() {
    return TestServer.PASSWORD;
  }

  /** A new login role, with attributes such as {@code REPLICATION}, dropped with the database. */
  public String role(String attributes) {
    String role = name + "_role_" + (roles.size() + 1);
    execute(
        "CREATE ROLE " + role,
        "ALTER ROLE %s LOGIN PASSWORD '%s'".formatted(role, password()),
        "ALTER ROLE %s %s".formatted(role, attributes));
    roles.add(role);
    return role;
  }

  /** A new connection as superuser, to be closed by the caller. */
  public Connection connect() throws SQLException {
    return server.connect(name);
  }

  /** Connections as superuser. */
  public DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(url());
    dataSource.setUser(user());
    dataSource.setPassword(password());
    return dataSource;
  }

  /** Runs statements, each in a transaction of its own, in one session. */
  public void execute(String... statements) {
    executeIn(name, statements);
  }

  private void executeIn(String database, String... statements) {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row as text; null for NULL or no row. */
  public @Nullable String query(String sql) {
    List<@Nullable String> values = queryAll(sql);
    return values.isEmpty() ? null : values.getFirst();
  }

  /** The first column of all rows as text. */
  public List<@Nullable String> queryAll(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<@Nullable String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How far the server has written its log. */
  public Lsn walPosition() {
    return Lsn.parse(String.valueOf(query("SELECT pg_current_wal_lsn()")));
  }

  @Override
  public void close() {
    execute(
        "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = '%s'"
            .formatted(name));
    TestServer.await("the slots to be free", Duration.ofSeconds(20), this::slotsAreFree);
    execute(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
            + " WHERE database = current_database()");
    executeIn("postgres", "DROP DATABASE %s WITH (FORCE)".formatted(name));
    roles.forEach(role -> executeIn("postgres", "DROP ROLE " + role));
  }

  private boolean slotsAreFree() {
    return "0"
        .equals(
            query(
                "SELECT count(active_pid) FROM pg_replication_slots"
                    + " WHERE database = current_database()"));
  }
}
