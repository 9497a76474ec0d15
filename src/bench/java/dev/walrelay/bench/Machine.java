package dev.walrelay.bench;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Where a run took place. */
record Machine(
    String date,
    String processor,
    int cores,
    long memoryBytes,
    String system,
    String jdk,
    String postgres,
    double scale) {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  static Machine of(TestServer server, double scale) {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        processorName(),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        system.getName() + " " + system.getArch(),
        Runtime.version().toString(),
        postgres(server),
        scale);
  }

  private static String postgres(TestServer server) {
    try (TestDatabase database = server.database()) {
      return "%s, fsync %s"
          .formatted(database.query("SHOW server_version"), database.query("SHOW fsync"));
    }
  }

  private static String processorName() {
    if (Files.notExists(PROCESSORS)) {
      return "unknown";
    }
    try {
      return Files.readAllLines(PROCESSORS).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "%d cores (%s), %d GB, %s, JDK %s, PostgreSQL %s, %s, scale %s"
        .formatted(cores, processor, memoryBytes >> 30, system, jdk, postgres, date, scale);
  }
}
