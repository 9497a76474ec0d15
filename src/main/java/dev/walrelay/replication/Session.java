package dev.walrelay.replication;

import java.sql.Connection;
import java.sql.PreparedStatement;
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

  private static final String UTF8 = "UTF8";
  private static final String SQL_ASCII = "SQL_ASCII";

  private final Connection connection;
  private final Duration patience;
  private String streamEncoding = UTF8;

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
      for (String statement : SessionSettings.STATEMENTS) {
        session.execute(statement);
      }
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
    return Row.all(connection, Duration.ZERO, sql, parameters);
  }

  /** After how long without a status the server cuts this session off; zero: never. */
  Duration senderTimeout() throws SQLException {
    Row row = row("SELECT setting FROM pg_settings WHERE name = 'wal_sender_timeout'");
    return Duration.ofMillis(Long.parseLong(Objects.requireNonNull(row).get("setting")));
  }

  /**
   * Starts the stream, from when on the server may be silent. It carries text as the database has
   * it, since every encoding but UTF-8 can hold bytes that the server's conversion refuses. Only a
   * command that is not ASCII itself has to be converted, and with it all that comes back.
   */
  CopyDual startReplication(String command) throws SQLException {
    String encoding = serverEncoding();
    if (encoding.equals(SQL_ASCII) || (!sendsUtf8() && isAscii(command))) {
      execute("SET client_encoding = 'SQL_ASCII'");
      streamEncoding = encoding;
    }
    CopyDual stream = driver().getCopyAPI().copyDual(command);
    patience(Duration.ZERO);
    return stream;
  }

  /** Whether the text in the database needs no conversion, or has none. */
  boolean sendsUtf8() throws SQLException {
    String encoding = serverEncoding();
    return encoding.equals(UTF8) || encoding.equals(SQL_ASCII);
  }

  private String serverEncoding() throws SQLException {
    return String.valueOf(driver().getParameterStatus("server_encoding"));
  }

  private PGConnection driver() throws SQLException {
    return connection.unwrap(PGConnection.class);
  }

  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  /** The encoding of the text in the stream. */
  String streamEncoding() {
    return streamEncoding;
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
