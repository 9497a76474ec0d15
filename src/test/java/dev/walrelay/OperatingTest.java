package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.StopMode;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the one who runs it sees. */
class OperatingTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  @TempDir private Path otherFolder;

  @Test
  void showsHealthAndMetrics() {
    try (TestDatabase database = TestServer.shared(18).database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "CREATE TABLE orders (id int PRIMARY KEY)",
          "INSERT INTO orders SELECT i FROM generate_series(1, 3) i",
          "DELETE FROM orders WHERE id = 1");
      walrelay.awaitEvents(4);

      assertThat(walrelay.health("eventLog").path("status").stringValue()).isEqualTo("UP");
      assertThat(walrelay.probe("liveness")).isEqualTo(200);
      assertThat(walrelay.probe("readiness")).isEqualTo(200);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                var replication = walrelay.health("replication");
                assertThat(replication.path("status").stringValue()).isEqualTo("UP");
                var details = replication.path("details");
                assertThat(details.path("state").stringValue()).isEqualTo("streaming");
                assertThat(details.path("slot").stringValue()).isEqualTo(database.name());
                assertThat(details.path("confirmed_lsn").stringValue())
                    .matches("[0-9A-F]+/[0-9A-F]+");
                assertThat(details.path("lag_bytes").isNumber()).isTrue();
                assertThat(details.path("lag_seconds").doubleValue()).isBetween(0.0, 5.0);
                assertThat(walrelay.metrics())
                    .contains("walrelay_events_total{op=\"insert\"} 3.0")
                    .contains("walrelay_events_total{op=\"delete\"} 1.0")
                    .contains("walrelay_transactions_total 2.0")
                    .contains("walrelay_replication_connected 1.0")
                    .containsPattern("walrelay_replication_lag_bytes \\d")
                    .containsPattern("walrelay_replication_lag_seconds \\d")
                    .containsPattern("walrelay_replication_retained_bytes \\d")
                    .containsPattern("walrelay_log_size_bytes [1-9]")
                    .containsPattern(
                        "disk_free_bytes\\{path=\"" + folder.resolve("walrelay.db") + "\"} [1-9]")
                    .contains("walrelay_sse_connections 0.0")
                    .contains("walrelay_delivery_latency_seconds_bucket{channel=\"sse\"");
              });
    }
  }

  @Test
  void survivesARestartOfTheDatabase() {
    try (TestServer server = TestServer.start(18, Map.of());
        TestDatabase database = server.database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
      walrelay.awaitEvents(1);

      server.stop(StopMode.IMMEDIATE);
      awaitState(walrelay, "reconnecting");
      assertThat(walrelay.health("replication").path("status").stringValue()).isEqualTo("DOWN");
      assertThat(walrelay.health("replication").path("details").path("reason").stringValue())
          .isNotBlank();
      assertThat(walrelay.probe("readiness")).isEqualTo(200);
      assertThat(walrelay.events("?from=earliest")).hasSize(1);
      assertThat(walrelay.metrics()).contains("walrelay_replication_connected 0.0");

      server.start();
      database.execute("INSERT INTO orders VALUES (2)");

      assertThat(walrelay.awaitEvents(2)).hasSize(2);
      awaitState(walrelay, "streaming");
    }
  }

  /** One that was half-open would hold up all that is done from time to time, such as retention. */
  @Test
  void waitsForNoAnswerForGood() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder);
        Connection connection = walrelay.bean(DataSource.class).getConnection()) {
      assertThat(connection.getNetworkTimeout()).isEqualTo(10_000);
    }
  }

  @Test
  void standsByWhileAnotherProcessReadsTheSlotAndThenTakesOver() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      RunningWalrelay active = RunningWalrelay.start(database, folder);
      try (RunningWalrelay standby = RunningWalrelay.start(database, otherFolder)) {
        database.execute(
            "CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
        active.awaitEvents(1);
        awaitState(standby, "standby");

        active.close();
        awaitState(standby, "streaming");
        database.execute("INSERT INTO orders VALUES (2)");

        assertThat(standby.awaitEvents(1))
            .extracting(event -> event.path("key").path("id").intValue())
            .containsExactly(2);
      } finally {
        active.close();
      }
    }
  }

  @Test
  void addsNothingTwiceOverAnOrderlyRestart() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
        database.execute(
            "CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (1), (2)");
        walrelay.awaitEvents(2);
      }
      database.execute("INSERT INTO orders VALUES (3)");
      try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
        assertThat(walrelay.awaitEvents(3))
            .extracting(event -> event.path("key").path("id").intValue())
            .containsExactly(1, 2, 3);
      }
    }
  }

  private static void awaitState(RunningWalrelay walrelay, String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        walrelay.health("replication").path("details").path("state").stringValue())
                    .isEqualTo(state));
  }
}
