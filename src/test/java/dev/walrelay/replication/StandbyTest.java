package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.StandbyServer;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.ReplicationException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server with a standby: one that is read from, and one that is waited for. */
class StandbyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static TestServer primary;
  private static StandbyServer standby;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    primary = TestServer.start(18, Map.of());
    standby = StandbyServer.of(primary);
  }

  @AfterAll
  static void stop() {
    standby.close();
    primary.close();
  }

  @Test
  void saysWhatASlotOnAStandbyWaitsFor() {
    TestDatabase database = primary.database();
    database.execute("CREATE TABLE t (id int)", "CREATE PUBLICATION walrelay FOR ALL TABLES");
    Source onStandby = Source.of(database).url(standby.url(database.name()));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              ReplicationException e =
                  ConnectErrorsTest.failure(onStandby.silence(Duration.ofSeconds(1)), null);
              assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
              assertThat(e)
                  .hasMessage(
                      "Slot '%s_slot' was not created on this standby within 1 s, since that waits"
                          + " for what an idle primary does not write; run SELECT"
                          + " pg_log_standby_snapshot() on the primary, and end long transactions"
                          + " there, Walrelay tries again",
                      database.name());
            });
  }

  @Test
  void saysThatTheServerWaitsForAStandbyThatIsGone() {
    try (TestDatabase database = primary.database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)");
      walrelay.awaitEvents(1);
      awaitNoLag(walrelay);

      database.execute("SELECT pg_create_physical_replication_slot('gone')");
      setStandbySlots(database, "gone");
      database.execute("SELECT pg_drop_replication_slot('gone')", "INSERT INTO t VALUES (2)");

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                JsonNode details = details(walrelay);
                assertThat(details.path("lag_seconds").doubleValue()).isGreaterThan(3);
                assertThat(details.path("lag_bytes").longValue()).isPositive();
                assertThat(details.path("reason").stringValue(""))
                    .contains("\"gone\"")
                    .contains("synchronized_standby_slots");
                assertThat(details.path("notices").toString()).contains("\\\"gone\\\"");
                assertThat(details.path("state").stringValue()).isEqualTo("streaming");
              });
      assertThat(walrelay.events("?from=earliest")).hasSize(1);

      setStandbySlots(database, "");
      walrelay.awaitEvents(2);
      awaitNoLag(walrelay);
    }
  }

  private static void setStandbySlots(TestDatabase database, String slots) {
    database.execute(
        "ALTER SYSTEM SET synchronized_standby_slots = '%s'".formatted(slots),
        "SELECT pg_reload_conf()");
  }

  private static void awaitNoLag(RunningWalrelay walrelay) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(details(walrelay).path("lag_bytes").longValue(-1)).isZero();
              assertThat(details(walrelay).path("lag_seconds").doubleValue()).isLessThan(0.1);
            });
  }

  private static JsonNode details(RunningWalrelay walrelay) {
    return walrelay.health("replication").path("details");
  }
}
