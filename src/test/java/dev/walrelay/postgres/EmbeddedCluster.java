package dev.walrelay.postgres;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** PostgreSQL as child processes of this JVM, all its files under {@code target/postgres}. */
final class EmbeddedCluster implements Cluster {

  private static final Path HOME = Path.of("target", "postgres").toAbsolutePath();
  private static final int NEWEST = 18;

  static {
    System.setProperty("ot.epg.working-dir", HOME.toString());
    // Its progress reports would drown those of the tests; a failure to start is an exception.
    logger("io.zonky").setLevel(Level.WARN);
  }

  /** While another thread sets logging up, there are only substitutes. */
  private static Logger logger(String name) {
    while (true) {
      if (LoggerFactory.getLogger(name) instanceof Logger logger) {
        return logger;
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private final Path data;
  private final Path pgCtl;
  private final EmbeddedPostgres postgres;

  private EmbeddedCluster(Path data, Path pgCtl, EmbeddedPostgres postgres) {
    this.data = data;
    this.pgCtl = pgCtl;
    this.postgres = postgres;
  }

  static EmbeddedCluster start(int version, Map<String, String> settings) {
    Path data = HOME.resolve("data-" + version + "-" + UUID.randomUUID());
    ProcessBuilder.Redirect log =
        ProcessBuilder.Redirect.appendTo(HOME.resolve(version + ".log").toFile());
    try {
      Files.createDirectories(HOME);
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setPort(FreePort.find())
              .setDataDirectory(data)
              .setDataDirectoryCustomizer(EmbeddedCluster::demandPasswords)
              .setPGStartupWait(Duration.ofSeconds(60))
              .setOutputRedirector(log)
              .setErrorRedirector(log);
      if (version != NEWEST) {
        builder.setPgBinaryResolver(new OlderBinaries(version));
      }
      settings.forEach((name, value) -> builder.setServerConfig(name, "'" + value + "'"));
      EmbeddedPostgres postgres = builder.start();
      return new EmbeddedCluster(data, pgCtlOf(data), postgres);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everybody but the superuser needs the right password. */
  private static void demandPasswords(java.io.File data) {
    try {
      Files.writeString(
          data.toPath().resolve("pg_hba.conf"),
          """
          local all all trust
          host all postgres 0.0.0.0/0 trust
          host all postgres ::/0 trust
          host all all 0.0.0.0/0 scram-sha-256
          host all all ::/0 scram-sha-256
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The options file of a running server starts with the path of its executable. */
  private static Path pgCtlOf(Path data) throws IOException {
    String options = Files.readString(data.resolve("postmaster.opts"));
    return Path.of(options.substring(0, options.indexOf(' '))).resolveSibling("pg_ctl");
  }

  @Override
  public String host() {
    return "localhost";
  }

  @Override
  public int port() {
    return postgres.getPort();
  }

  @Override
  public void stop(StopMode mode) {
    pgCtl("stop", "-m", mode.pgCtlName());
  }

  /** A restart of a server that is down starts it with the options that it had. */
  @Override
  public void start() {
    pgCtl("restart");
  }

  Path data() {
    return data;
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void pgCtl(String... arguments) {
    pgCtl(data, arguments);
  }

  /** Runs the same pg_ctl on other files. */
  void pgCtl(Path data, String... arguments) {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
    }
    command.addAll(List.of(pgCtl.toString(), "-D", data.toString(), "-w", "-t", "30"));
    command.addAll(List.of(arguments));
    try {
      int exit =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(data.resolveSibling("pg_ctl.log").toFile())
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException(command + " ended with " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      if (Files.exists(data) && Files.notExists(data.resolve("postmaster.pid"))) {
        start(); // what stops and removes the server expects it to run
      }
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
