package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.postgres.FreePort;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A log as large as it may get by default delays no start of the image. */
@EnabledOnOs(OS.LINUX)
class LargeLogTest {

  private static final long BYTES = 10L << 30;
  private static final int EVENTS_AT_ONCE = 10_000;

  /** From the start of the process, which includes that of the JVM. */
  private static final Duration READY = Duration.ofSeconds(5);

  @TempDir private Path folder;

  @Test
  @Tag("chaos")
  void isReadyInSecondsWithTenGigabytes(TestReporter report) throws Exception {
    Image image = Image.built();
    Path volume = Files.createDirectories(folder.resolve("volume"));
    Path file = volume.resolve("walrelay.db");
    long events = fill(file);
    try (TestDatabase database = TestServer.shared(18).database()) {
      start(image, database, volume, events); // makes the slot
      Duration took = start(image, database, volume, events);
      report.publishEntry(
          "ready", "%d ms, %d MB".formatted(took.toMillis(), Files.size(file) >> 20));
      assertThat(took).isLessThan(READY);
    }
  }

  /** Returns how long it took until it was ready. */
  private Duration start(Image image, TestDatabase database, Path volume, long events)
      throws Exception {
    int port = FreePort.find();
    int management = FreePort.find();
    Map<String, String> variables = new HashMap<>(Variables.of(database, port, management));
    variables.put("WALRELAY_LOG_MAX_SIZE", "100GB");
    variables.put("WALRELAY_LOG_MAX_AGE", "36500d");
    long before = System.nanoTime();
    try (Container container =
        Container.start(
            image,
            image.entrypoint(),
            variables,
            Map.of("/data", volume),
            folder.resolve("output.txt"))) {
      container.awaitOk(
          URI.create("http://127.0.0.1:%d/actuator/health/readiness".formatted(management)));
      Duration took = Duration.ofNanos(System.nanoTime() - before);
      requireMiddle(container, port, events);
      container.terminate(Duration.ofSeconds(20));
      return took;
    }
  }

  private static void requireMiddle(Container container, int port, long events) throws Exception {
    URI middle =
        URI.create(
            "http://127.0.0.1:%d/v1/events?limit=1&after=%s"
                .formatted(port, Events.id(events / 2)));
    assertThat(
            container
                .get(
                    middle,
                    "Authorization",
                    "Bearer " + RunningWalrelay.TOKEN,
                    "Accept",
                    "application/x-ndjson")
                .body())
        .contains(Events.id(events / 2 + 1).toString());
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
