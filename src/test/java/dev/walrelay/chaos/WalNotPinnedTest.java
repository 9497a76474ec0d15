package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to nothing of ours, and whoever does not take what is ours, pins no WAL. */
class WalNotPinnedTest {

  private static final Duration SECONDS = Duration.ofSeconds(10);
  private static final String NOTHING = "\"filter\": \"after.id == -1\"";

  @TempDir private Path folder;
  private final TestDatabase database = TestServer.shared(18).database();
  private final TestDatabase other = TestServer.shared(18).database();

  @BeforeEach
  void createTables() {
    for (TestDatabase each : List.of(database, other)) {
      each.execute("CREATE TABLE ours (id int)", "CREATE TABLE theirs (id int)");
    }
  }

  @AfterEach
  void dropDatabases() {
    database.close();
    other.close();
  }

  /** The server asks for no sign of life then, so that it would not tell how far it is either. */
  @Test
  void movesOnOverWhatIsOfOthersThoughTheServerNeverAsks() {
    database.execute("ALTER DATABASE %s SET wal_sender_timeout = 0".formatted(database.name()));
    try (RunningWalrelay _ = start()) {
      assertMovesOnOver(database, "theirs");
      assertMovesOnOver(other, "ours");
    }
  }

  @Test
  void movesOnOverWhatNobodyWantsOrTakes() {
    try (RunningWalrelay walrelay = start()) {
      subscribe(walrelay, "picky", NOTHING);
      subscribe(walrelay, "dead", "\"start\": \"latest\"");
      subscribe(walrelay, "paused", "\"start\": \"latest\"");
      walrelay.post("/v1/subscriptions/paused/pause", "");
      try (var stream = walrelay.stream("?filter=after.id==-1")) {
        assertThat(stream.iterator().hasNext()).isTrue();
        assertMovesOnOver(database, "ours");
      }
      assertThat(walrelay.metrics())
          .contains(
              "walrelay_webhook_deliveries_total{outcome=\"unreachable\",subscription=\"dead\"}");
    }
  }

  @Test
  void movesOnOverWhatNoSubscriptionWantsThoughItWaitsForDeliveries() {
    try (RunningWalrelay walrelay = start("--walrelay.confirm=delivered")) {
      subscribe(walrelay, "picky", NOTHING);
      subscribe(walrelay, "paused", "\"start\": \"latest\"");
      walrelay.post("/v1/subscriptions/paused/pause", "");
      assertMovesOnOver(database, "ours");
      assertMovesOnOver(database, "theirs");
      assertMovesOnOver(other, "ours");
    }
  }

  private RunningWalrelay start(String... settings) {
    String[] all = Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = "--walrelay.publication.tables=ours";
    all[settings.length + 1] = "--walrelay.webhooks.allowed-networks=127.0.0.0/8";
    return RunningWalrelay.start(database, folder, all);
  }

  /** At an address where nobody listens. */
  private static void subscribe(RunningWalrelay walrelay, String name, String field) {
    walrelay.post(
        "/v1/subscriptions",
        "{\"name\": \"%s\", \"url\": \"http://127.0.0.1:9/\", %s}".formatted(name, field));
  }

  private void assertMovesOnOver(TestDatabase busy, String table) {
    busy.execute("INSERT INTO %s SELECT generate_series(1, 1000)".formatted(table));
    String written = busy.walPosition().toString();
    await()
        .atMost(SECONDS)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () ->
                "t"
                    .equals(
                        database.query(
                            "SELECT confirmed_flush_lsn >= '%s' FROM pg_replication_slots WHERE slot_name = '%s'"
                                .formatted(written, database.name()))));
  }
}
