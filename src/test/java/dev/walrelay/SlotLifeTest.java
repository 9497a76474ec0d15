package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What others do to the slot and to the database behind it is noticed, said and marked. */
class SlotLifeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private final TestDatabase database = TestServer.shared(18).database();

  @BeforeEach
  void storeAnEvent() {
    database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute("INSERT INTO orders VALUES (1)");
      walrelay.awaitEvents(1);
    }
  }

  @AfterEach
  void dropDatabase() {
    database.close();
  }

  @Test
  void stopsWithoutTheSlotAndSaysWhatToDo() {
    dropSlot();

    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      JsonNode health = walrelay.health("replication");
      assertThat(health.path("status").stringValue()).isEqualTo("DOWN");
      assertThat(health.path("details").path("state").stringValue()).isEqualTo("failed");
      assertThat(health.path("details").path("reason").stringValue())
          .contains(database.name())
          .contains("walrelay.slot.on-loss=recreate");
      assertThat(walrelay.events("?from=earliest")).hasSize(1);
    }
  }

  @Test
  void marksTheGapBeforeANewSlot() {
    dropSlot();
    database.execute("INSERT INTO orders VALUES (2)");

    try (RunningWalrelay walrelay =
        RunningWalrelay.start(database, folder, "--walrelay.slot.on-loss=recreate")) {
      database.execute("INSERT INTO orders VALUES (3)");

      assertGapBetween(walrelay, "slot_recreated", 1, 3);
    }
  }

  @Test
  void marksTheHoleThatSomebodyMadeByMovingTheSlot() {
    database.execute(
        "INSERT INTO orders VALUES (2)",
        "SELECT pg_replication_slot_advance('%s', pg_current_wal_lsn())"
            .formatted(database.name()));

    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute("INSERT INTO orders VALUES (3)");

      assertGapBetween(walrelay, "slot_moved", 1, 3);
    }
  }

  @Test
  void takesOverAnotherDatabaseSystemOnlyWhenTold() {
    try (TestServer other = TestServer.start(18, Map.of());
        TestDatabase replacement = other.database();
        RunningWalrelay walrelay =
            RunningWalrelay.start(replacement, folder, "--walrelay.log.adopt=true")) {
      replacement.execute(
          "CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (3)");

      List<JsonNode> events = assertGapBetween(walrelay, "history_replaced", 1, 3);
      assertThat(events.get(0).path("id").stringValue()).startsWith("00");
      assertThat(events.get(1).path("id").stringValue()).startsWith("01");
      assertThat(events.get(2).path("id").stringValue()).startsWith("01");
      assertThat(events.get(2).path("commit_lsn").stringValue()).startsWith("0/");
    }
    try (TestServer other = TestServer.start(18, Map.of());
        TestDatabase third = other.database()) {
      // Adopting is for each system anew.
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> RunningWalrelay.start(third, folder).close()))
          .isNotNull();
    }
  }

  private void dropSlot() {
    String drop = "SELECT pg_drop_replication_slot('%s')".formatted(database.name());
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> database.execute(drop));
  }

  private static List<JsonNode> assertGapBetween(
      RunningWalrelay walrelay, String reason, int before, int after) {
    List<JsonNode> events = walrelay.awaitEvents(3);
    assertThat(events)
        .extracting(event -> event.path("op").stringValue())
        .containsExactly("insert", "gap", "insert");
    assertThat(events.get(0).path("key").path("id").intValue()).isEqualTo(before);
    assertThat(events.get(1).path("reason").stringValue()).isEqualTo(reason);
    assertThat(events.get(1).path("last_id")).isEqualTo(events.get(0).path("id"));
    assertThat(events.get(2).path("key").path("id").intValue()).isEqualTo(after);
    assertThat(events).extracting(event -> event.path("id").stringValue()).isSorted();
    return events;
  }
}
