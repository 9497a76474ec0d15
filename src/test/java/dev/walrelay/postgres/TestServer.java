package dev.walrelay.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL server set up for logical decoding. Shared ones live until the JVM ends and give
 * each test a database of its own; private ones can be stopped, restarted and given settings.
 *
 * <p>Tests that run at once share none: an open transaction holds up slots of all databases of a
 * server, and what one writes the others' walsenders read.
 *
 * <p>{@code -Dwalrelay.test.postgres=container} takes them from containers instead of embedded
 * binaries.
 */
public final class TestServer implements AutoCloseable {

  /** Has every right and needs no particular password on embedded servers. */
  public static final String SUPERUSER = "postgres";

  /** Of the superuser and of the roles that {@link TestDatabase#role} creates. */
  public static final String PASSWORD = "walrelay";

  private static final Map<Shared, TestServer> SHARED = new ConcurrentHashMap<>();
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("wal_level", "logical"),
          Map.entry("max_replication_slots", "40"),
          Map.entry("max_wal_senders", "40"),
          Map.entry("max_prepared_transactions", "20"),
          Map.entry("max_connections", "100"),
          Map.entry("wal_sender_timeout", "10s"),
          Map.entry("shared_buffers", "32MB"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("fsync", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("unix_socket_directories", ""));

  private final int version;
  private final Cluster cluster;

  /** Of one version, for the tests of one lane. */
  private record Shared(int version, int lane) {}

  private TestServer(int version, Cluster cluster) {
    this.version = version;
    this.cluster = cluster;
  }

  /**
   * The one server of this version that all tests share that run one after the other; nobody closes
   * or restarts it.
   */
  public static TestServer shared(int version) {
    return SHARED.computeIfAbsent(
        new Shared(version, Lane.ofThisThread()), TestServer::startShared);
  }

  private static TestServer startShared(Shared shared) {
    TestServer server = start(shared.version(), Map.of());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "postgres-stop"));
    return server;
  }

  /** A server of one's own, to be closed by the caller; the settings go over the usual ones. */
  public static TestServer start(int version, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(SETTINGS);
    all.putAll(settings);
    boolean container = System.getProperty("walrelay.test.postgres", "").equals("container");
    return new TestServer(
        version,
        container ? ContainerCluster.start(version, all) : EmbeddedCluster.start(version, all));
  }

  /** For what only files at hand allow. */
  EmbeddedCluster embedded() {
    if (cluster instanceof EmbeddedCluster embedded) {
      return embedded;
    }
    throw new UnsupportedOperationException("a standby needs walrelay.test.postgres=embedded");
  }

  /** The major version. */
  public int version() {
    return version;
  }

  /** Where the server listens; it stays there over restarts. */
  public String host() {
    return cluster.host();
  }

  /** Where the server listens; it stays there over restarts. */
  public int port() {
    return cluster.port();
  }

  /** The JDBC address of one of its databases, without user and password. */
  public String url(String database) {
    return "jdbc:postgresql://%s:%d/%s".formatted(host(), port(), database);
  }

  /** A new, empty database, to be closed by the caller. */
  public TestDatabase database() {
    return database("");
  }

  /** The same with options of {@code CREATE DATABASE}. */
  public TestDatabase database(String options) {
    return TestDatabase.create(this, "test_" + DATABASES.incrementAndGet(), options);
  }

  /** Takes the server down and returns when it is. */
  public void stop(StopMode mode) {
    cluster.stop(mode);
  }

  /** Brings a stopped server up again, at the same address, and returns when it answers. */
  public void start() {
    cluster.start();
    await("PostgreSQL to answer", Duration.ofSeconds(60), this::answers);
  }

  /** {@link #stop} and {@link #start}. */
  public void restart(StopMode mode) {
    stop(mode);
    start();
  }

  private boolean answers() {
    try (Connection connection = connect("postgres")) {
      return connection.isValid(5);
    } catch (SQLException e) {
      return false;
    }
  }

  Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), SUPERUSER, PASSWORD);
  }

  static void await(String what, Duration atMost, BooleanSupplier condition) {
    Awaitility.await(what)
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(20))
        .until(condition::getAsBoolean);
  }

  /** Stops a private server and removes its files. */
  @Override
  public void close() {
    cluster.close();
  }
}
