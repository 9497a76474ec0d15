package dev.walrelay.replication;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.copy.CopyDual;

/**
 * A connection in replication mode, which understands SQL as well as the commands of the streaming
 * replication protocol. Until the stream starts, a server that does not answer is given up soon.
 */
final class Session implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * pgoutput prints values with these. The driver sets some of them itself, from the JVM's time
   * zone for one, and roles and databases can have their own.
   */
  private static final String PARAMETERS =
      "SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO';"
          + " SET intervalstyle = 'iso_8601'; SET extra_float_digits = 3;"
          + " SET bytea_output = 'hex'";

  /** That changes are lost is said in a warning, which a role or database may have turned off. */
  private static final String WARNINGS = "SET client_min_messages = 'warning'";

  /**
   * Time-outs that are meant for ordinary sessions. A decoded transaction counts as one transaction
   * of this session: one that takes longer than the time-out could never be read.
   */
  private static final String NO_TIMEOUTS =
      """
      SELECT set_config(name, '0', false) FROM pg_settings
      WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_session_timeout',
                     'idle_in_transaction_session_timeout')
      """;

  private final Connection connection;

  private final Duration patience;

  private Session(Connection connection, Duration patience) {
    this.connection = connection;
    this.patience = patience;
  }

  /**
   * @param silence how long the server may be silent at most, in whole seconds
   */
  static Session open(SourceSettings settings, Duration silence) throws SQLException {
    Duration patience = silence.compareTo(PATIENCE) < 0 ? silence : PATIENCE;
    Session session = new Session(connect(settings, patience), patience);
    try {
      session.patience(patience);
      session.execute(PARAMETERS);
      session.execute(WARNINGS);
      session.execute(NO_TIMEOUTS);
      return session;
    } catch (SQLException e) {
      session.close();
      throw e;
    }
  }

  /** Parameters of the address would win over properties: so they become properties first. */
  private static Connection connect(SourceSettings settings, Duration patience)
      throws SQLException {
    Properties properties = parse(settings);
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "15");
    PGProperty.APPLICATION_NAME.set(properties, "walrelay");
    PGProperty.CONNECT_TIMEOUT.set(properties, (int) patience.toSeconds());
    PGProperty.LOGIN_TIMEOUT.set(properties, (int) patience.toSeconds());
    PGProperty.SOCKET_TIMEOUT.set(properties, 0);
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    PGProperty.READ_ONLY.set(properties, false);
    PGProperty.ALLOW_ENCODING_CHANGES.set(properties, true);
    String address = settings.jdbcUrl();
    int parameters = address.indexOf('?');
    Connection connection =
        new Driver()
            .connect(parameters < 0 ? address : address.substring(0, parameters), properties);
    if (connection == null) {
      throw notAnAddress();
    }
    return connection;
  }

  private static Properties parse(SourceSettings settings) {
    Properties login = new Properties();
    PGProperty.USER.set(login, settings.username());
    PGProperty.PASSWORD.set(login, settings.password());
    Properties parsed = Driver.parseURL(settings.jdbcUrl(), login);
    if (parsed == null) {
      throw notAnAddress();
    }
    Properties all = new Properties();
    for (String name : parsed.stringPropertyNames()) {
      all.setProperty(name, parsed.getProperty(name));
    }
    return all;
  }

  /** Host, port and database of the address, without the secrets that it may carry. */
  static String describe(SourceSettings settings) {
    Properties parsed = parse(settings);
    return "%s:%s/%s"
        .formatted(
            PGProperty.PG_HOST.getOrDefault(parsed),
            PGProperty.PG_PORT.getOrDefault(parsed),
            PGProperty.PG_DBNAME.getOrDefault(parsed));
  }

  private static ReplicationException notAnAddress() {
    return ReplicationException.misconfigured(
        "spring.datasource.url is not an address of PostgreSQL, so there is nothing to read from;"
            + " set it to jdbc:postgresql://HOST:PORT/DATABASE");
  }

  /** How long the server may take for an answer; zero for as long as it likes. */
  private void patience(Duration limit) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) limit.toMillis());
  }

  void execute(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  /** Like {@link #execute}, but asks the server to stop when it takes longer. */
  void execute(String sql, Duration atMost) throws SQLException {
    patience(atMost.plus(patience));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout((int) atMost.toSeconds());
      statement.execute();
    }
    patience(patience);
  }

  /** The first row, every column as text; null if there is none. */
  @Nullable Row row(String sql, String... parameters) throws SQLException {
    List<Row> rows = rows(sql, parameters);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  /** All rows, every column as text. */
  List<Row> rows(String sql, String... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<Row> rows = new ArrayList<>();
        while (result.next()) {
          rows.add(Row.of(result));
        }
        return rows;
      }
    }
  }

  /** After how long without a status the server cuts this session off; zero: never. */
  Duration senderTimeout() throws SQLException {
    Row row = row("SELECT setting FROM pg_settings WHERE name = 'wal_sender_timeout'");
    return Duration.ofMillis(Long.parseLong(Objects.requireNonNull(row).get("setting")));
  }

  /** Starts the stream, from when on the server may be silent. */
  CopyDual startReplication(String command) throws SQLException {
    PGConnection driver = connection.unwrap(PGConnection.class);
    if ("SQL_ASCII".equals(driver.getParameterStatus("server_encoding"))) {
      // Such a database holds bytes of any encoding, which the server refuses to send as UTF-8.
      execute("SET client_encoding = 'SQL_ASCII'");
    }
    CopyDual stream = driver.getCopyAPI().copyDual(command);
    patience(Duration.ZERO);
    return stream;
  }

  /** What the server has warned of since it was last asked for, the first one first. */
  List<SQLWarning> takeWarnings() throws SQLException {
    List<SQLWarning> warnings = new ArrayList<>();
    for (SQLWarning next = connection.getWarnings(); next != null; next = next.getNextWarning()) {
      warnings.add(next);
    }
    connection.clearWarnings();
    return warnings;
  }

  /** Ends it at once, from any thread, also in the middle of a call. */
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      throw new IllegalStateException("a connection that cannot be cut off", e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
