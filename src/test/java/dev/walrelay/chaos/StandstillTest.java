package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.delivery.webhook.Reply;
import dev.walrelay.pipeline.CrampedDirectory;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the log stalls, then is full, and the webhook's endpoint answers nothing: for longer
 * than the server waits for a sign of life, and with much more to read than fits into the heap. The
 * server sees the same connection all the time, and all goes on afterwards.
 */
class StandstillTest {

  private static final String HEAP = "128m";
  private static final int TOO_SMALL = 8;
  private static final int ROWS_AT_ONCE = 2_000;
  private static final Duration STARTED = Duration.ofSeconds(90);

  @TempDir private Path folder;
  private final Arrivals arrivals = new Arrivals(false);

  @Test
  @Tag("chaos")
  void goesOnWhereItStood() throws Exception {
    standStill(Duration.ofSeconds(3), Duration.ofSeconds(4), 24_000, "2s");
  }

  /** Also longer than the log waits for a lock before it counts as failed. */
  @Test
  @Tag("chaos")
  void goesOnWhereItStoodForLong() throws Exception {
    standStill(Duration.ofSeconds(5), Duration.ofSeconds(20), 300_000, "30s");
  }

  private void standStill(
      Duration senderTimeout, Duration standstill, int rows, String webhookTimeout)
      throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    try (TestServer server =
            TestServer.start(18, Map.of("wal_sender_timeout", senderTimeout.toMillis() + "ms"));
        TestDatabase database = server.database();
        Receiver receiver = Receiver.forgetful().replies(Reply.Broken.HANG);
        CrampedDirectory disk = CrampedDirectory.of(data, TOO_SMALL)) {
      if (!disk.isUsable()) {
        disk.makeRoom();
      }
      Workload.prepare(database);
      Truth.begin(database);
      try (ServiceProcess service =
          ServiceProcess.start(folder, HEAP, arguments(database, data, receiver, webhookTimeout))) {
        service.awaitReadings(0, STARTED);
        Standing standing = new Standing(database, service, standstill);
        stallDisk(data, database, rows / 2, standing);
        write(database, rows / 2, rows);
        if (disk.isUsable()) {
          service
              .eventually("want")
              .until(() -> service.health("eventLog").toString().contains("its disk is full"));
          standing.assertForAWhile();
        }
        disk.makeRoom();
        receiver.replies(arrivals::answer);
        arrivals.assertAll(LogComparison.withTruth(database, service), service);
        standing.assertNow();
        assertThat(service.health().path("status").stringValue()).isEqualTo("UP");
      }
    }
  }

  private void stallDisk(Path data, TestDatabase database, int rows, Standing standing)
      throws SQLException {
    try (Connection log =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("walrelay.db"));
        Statement statement = log.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      write(database, 0, rows);
      standing.assertForAWhile();
      assertThat(standing.service.health("replication").has("retained_bytes")).isTrue();
    }
  }

  /** Rows that do not compress. */
  private static void write(TestDatabase database, int from, int to) {
    for (int first = from + 1; first <= to; first += ROWS_AT_ONCE) {
      database.execute(
          """
          INSERT INTO account SELECT id, writer, amount, note, %s FROM (
            SELECT id, 0 AS writer, 0 AS amount,
                   (SELECT string_agg(md5(id::text || n), '') FROM generate_series(1, 30) n) AS note
            FROM generate_series(%d, %d) AS id) AS made
          """
              .formatted(Workload.CHECKSUM, first, Math.min(to, first + ROWS_AT_ONCE - 1)));
    }
  }

  private static List<String> arguments(
      TestDatabase database, Path data, Receiver receiver, String timeout) throws IOException {
    List<String> arguments = new ArrayList<>(RunningWalrelay.arguments(database, data));
    arguments.addAll(
        List.of(
            "--walrelay.subscriptions[0].name=hanging",
            "--walrelay.subscriptions[0].url=" + receiver.url(),
            "--walrelay.subscriptions[0].start=earliest",
            "--walrelay.subscriptions[0].timeout=" + timeout,
            "--walrelay.subscriptions[0].retry.max=1s",
            "--walrelay.subscriptions[0].batch.max-events=500"));
    return arguments;
  }

  /** That the server sends to the same connection all the time. */
  private static final class Standing {

    private final TestDatabase database;
    private final ServiceProcess service;
    private final Duration time;
    private final String walsender;

    Standing(TestDatabase database, ServiceProcess service, Duration time) {
      this.database = database;
      this.service = service;
      this.time = time;
      this.walsender = walsender();
    }

    void assertForAWhile() {
      service.eventually("a connection that stays").during(time).untilAsserted(this::assertNow);
    }

    void assertNow() {
      assertThat(walsender()).isNotEqualTo("none").isEqualTo(walsender);
    }

    private String walsender() {
      return Objects.requireNonNullElse(
          database.query(
              "SELECT active_pid FROM pg_replication_slots WHERE slot_name = '%s'"
                  .formatted(database.name())),
          "none");
    }
  }
}
