package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What others do to the slot and to the database behind it is noticed, said and marked. */
@Order(Integer.MAX_VALUE)
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
  void stopsWhereThePublicationIsMissingAlsoWhenItComesBack() {
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "DROP PUBLICATION walrelay",
          "INSERT INTO orders VALUES (2)",
          "CREATE PUBLICATION walrelay FOR ALL TABLES");

      awaitFailure(walrelay, "skipped loading publication \"walrelay\"");
    }
    database.execute("INSERT INTO orders VALUES (3)");
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      awaitFailure(walrelay, "skipped loading publication \"walrelay\"");
    }
    try (RunningWalrelay walrelay =
        RunningWalrelay.start(database, folder, "--walrelay.slot.on-loss=recreate")) {
      awaitStreaming(walrelay);
      await().atMost(PATIENCE).until(() -> walrelay.events("?from=earliest").size() >= 2);
      database.execute("INSERT INTO orders VALUES (4)");

      assertGapBetween(walrelay, "slot_recreated", 1, 4);
    }
  }

  @Test
  void marksTheGapWhereTheServerGaveTheSlotUp() {
    try (TestServer server =
            TestServer.start(
                18, Map.of("max_slot_wal_keep_size", "1MB", "idle_replication_slot_timeout", "1"));
        TestDatabase here = server.database()) {
      here.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      Path log = folder.resolve("given-up");
      try (RunningWalrelay walrelay = RunningWalrelay.start(here, log)) {
        here.execute("INSERT INTO orders VALUES (1)");
        walrelay.awaitEvents(1);
      }
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                here.execute("SELECT pg_switch_wal()", "CHECKPOINT");
                return here.query(
                    "SELECT invalidation_reason FROM pg_replication_slots WHERE slot_name = '%s'"
                        .formatted(here.name()));
              },
              Objects::nonNull);

      try (RunningWalrelay walrelay = RunningWalrelay.start(here, log)) {
        awaitFailure(walrelay, "was invalidated by the server");
      }
      try (RunningWalrelay walrelay =
          RunningWalrelay.start(here, log, "--walrelay.slot.on-loss=recreate")) {
        here.execute("INSERT INTO orders VALUES (3)");

        assertGapBetween(walrelay, "slot_recreated", 1, 3);
      }
    }
  }

  @Test
  void followsAPublicationThatIsAltered() {
    database.execute(
        "DROP PUBLICATION walrelay",
        "SELECT pg_drop_replication_slot('%s')".formatted(database.name()),
        "CREATE TABLE others (id int PRIMARY KEY)",
        "CREATE PUBLICATION walrelay FOR TABLE orders");
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder.resolve("altered"))) {
      database.execute(
          "INSERT INTO others VALUES (1)",
          "INSERT INTO orders VALUES (2)",
          "ALTER PUBLICATION walrelay ADD TABLE others",
          "INSERT INTO others VALUES (3)",
          "ALTER PUBLICATION walrelay DROP TABLE orders",
          "INSERT INTO orders VALUES (4)",
          "INSERT INTO others VALUES (5)");

      assertThat(walrelay.awaitEvents(3))
          .extracting(
              event -> event.path("table").stringValue(),
              event -> event.path("key").path("id").intValue())
          .containsExactly(tuple("orders", 2), tuple("others", 3), tuple("others", 5));
      awaitStreaming(walrelay);
    }
  }

  private static void awaitFailure(RunningWalrelay walrelay, String reason) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode details = walrelay.health("replication").path("details");
              assertThat(details.path("state").stringValue()).isEqualTo("failed");
              assertThat(details.path("reason").stringValue())
                  .contains(reason)
                  .contains("walrelay.slot.on-loss=recreate");
            });
  }

  private static void awaitStreaming(RunningWalrelay walrelay) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> walrelay.health("replication").path("details").path("state").stringValue(),
            "streaming"::equals);
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
      assertThatThrownBy(() -> RunningWalrelay.start(third, folder).close())
          .rootCause()
          .hasMessageContaining("walrelay.log.adopt");
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
