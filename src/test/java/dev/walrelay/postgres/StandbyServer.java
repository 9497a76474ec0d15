package dev.walrelay.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A physical standby of a private embedded server, which synchronizes failover slots (17 and newer)
 * and can be promoted.
 */
public final class StandbyServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestServer server;
  private final EmbeddedCluster primary;
  private final Path data;
  private final int port;

  private StandbyServer(TestServer server, Path data, int port) {
    this.server = server;
    this.primary = server.embedded();
    this.data = data;
    this.port = port;
  }

  /** Restarts the primary to copy its files, and starts a standby on them. */
  public static StandbyServer of(TestServer server) {
    EmbeddedCluster primary = server.embedded();
    try {
      server.stop(StopMode.FAST);
      Files.writeString(
          primary.data().resolve("pg_hba.conf"),
          "host replication postgres 0.0.0.0/0 trust\nhost replication postgres ::/0 trust\n",
          StandardOpenOption.APPEND);
      Path data = primary.data().resolveSibling(primary.data().getFileName() + "-standby");
      copy(primary.data(), data);
      server.start();
      run(server.url("postgres"), "SELECT pg_create_physical_replication_slot('standby')");
      StandbyServer standby = new StandbyServer(server, data, FreePort.find());
      standby.configure(server);
      primary.pgCtl(data, "start");
      TestServer.await("the standby to stream", PATIENCE, standby::isStreaming);
      return standby;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void configure(TestServer server) throws IOException {
    Files.createFile(data.resolve("standby.signal"));
    Files.writeString(
        data.resolve("postgresql.auto.conf"),
        """
        port = %d
        wal_level = logical
        fsync = off
        timezone = UTC
        unix_socket_directories = ''
        max_replication_slots = 40
        max_wal_senders = 40
        max_prepared_transactions = 20
        max_connections = 100
        hot_standby_feedback = on
        wal_retrieve_retry_interval = 200ms
        primary_slot_name = 'standby'
        primary_conninfo = 'host=%s port=%d user=postgres dbname=postgres'
        """
            .formatted(port, server.host(), server.port()));
  }

  private boolean isStreaming() {
    return "streaming".equals(query("SELECT status FROM pg_stat_wal_receiver"));
  }

  /** The JDBC address of one of its databases. */
  public String url(String database) {
    return "jdbc:postgresql://localhost:%d/%s".formatted(port, database);
  }

  /** Where it listens, on localhost. */
  public int port() {
    return port;
  }

  /** Waits until the slot is here, and replay has come as far as the primary has written. */
  public void awaitSynchronized(String slot, String walPosition) {
    TestServer.await(
        "the standby to have everything",
        PATIENCE,
        () -> {
          // By themselves, slots move and are copied only some times a minute.
          run(server.url("postgres"), "SELECT pg_log_standby_snapshot()");
          String synchronizedSlot =
              """
              SELECT synced AND NOT temporary AND pg_last_wal_replay_lsn() >= '%s'
                FROM pg_sync_replication_slots(), pg_replication_slots WHERE slot_name = '%s'
              """
                  .formatted(walPosition, slot);
          return "t".equals(query(synchronizedSlot));
        });
  }

  /** Takes no more WAL from the primary. */
  public void disconnect() {
    run(url("postgres"), "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()");
    TestServer.await(
        "the standby to be on its own",
        PATIENCE,
        () -> query("SELECT status FROM pg_stat_wal_receiver") == null);
  }

  /** Makes it a primary. */
  public void promote() {
    run(url("postgres"), "SELECT pg_promote()");
  }

  private @Nullable String query(String sql) {
    try (Connection connection = connect(url("postgres"));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    } catch (SQLException e) {
      return null;
    }
  }

  /** Runs statements on either server. */
  public static void run(String url, String... statements) {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, TestServer.SUPERUSER, TestServer.PASSWORD);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(folder).toString());
            Files.copy(folder, copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            return folder.equals(from.resolve("pg_replslot"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.getFileName().toString();
            if (!name.startsWith("postmaster.") && !name.equals("epg-lock")) {
              Files.copy(
                  file,
                  to.resolve(from.relativize(file).toString()),
                  java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Stops it and removes its files. */
  @Override
  public void close() {
    try {
      if (Files.exists(data.resolve("postmaster.pid"))) {
        primary.pgCtl(data, "stop", "-m", "immediate");
      }
      EmbeddedCluster.delete(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
