package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log as large as it may get by default delays no start. */
class LargeLogTest {

  private static final long BYTES = 10L << 30;
  private static final int EVENTS_AT_ONCE = 10_000;
  private static final Duration STARTED = Duration.ofSeconds(90);

  /** From the start of the process, which includes that of the JVM. */
  private static final Duration READY = Duration.ofSeconds(5);

  @TempDir private Path folder;

  @Test
  @Tag("chaos")
  void isReadyInSecondsWithTenGigabytes() throws IOException {
    Path file = folder.resolve("walrelay.db");
    long events = fill(file);
    try (TestDatabase database = TestServer.shared(18).database()) {
      List<String> arguments = new ArrayList<>(RunningWalrelay.arguments(database, folder));
      arguments.add("--walrelay.log.max-size=100GB");
      arguments.add("--walrelay.log.max-age=36500d");
      try (ServiceProcess first = ServiceProcess.start(folder, "512m", arguments)) {
        first.awaitReadings(0, STARTED);
        first.terminate(STARTED);
      }
      long before = System.nanoTime();
      try (ServiceProcess service = ServiceProcess.start(folder, "512m", arguments)) {
        service.eventually("readiness").until(service::isReady);
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        System.out.printf(
            "Ready after %d ms with a log of %d MB.%n", took.toMillis(), Files.size(file) >> 20);
        assertThat(took).isLessThan(READY);
        assertThat(service.events("?limit=1&after=" + Events.id(events / 2)))
            .singleElement()
            .asString()
            .contains(Events.id(events / 2 + 1).toString());
      }
    }
  }

  private static long fill(Path file) throws IOException {
    long last = 0;
    try (EventLog log =
        JdbcEventLog.open(
            new LogSettings(file, Duration.ofDays(36_500), 100L << 30), Clock.systemUTC())) {
      while (Files.size(file) < BYTES) {
        long next = last + EVENTS_AT_ONCE;
        log.append(List.of(Events.incompressible(last + 1, EVENTS_AT_ONCE)), new Lsn(next));
        last = next;
      }
    }
    return last;
  }
}
