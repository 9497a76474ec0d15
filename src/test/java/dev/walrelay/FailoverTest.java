package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.StandbyServer;
import dev.walrelay.postgres.StopMode;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A standby is promoted while the service runs; its address names both servers. */
class FailoverTest {

  @TempDir private Path folder;

  @Test
  void goesOnWithoutLossOrRepeatOnAStandbyThatHasEverything() {
    try (TestServer primary = TestServer.start(18, Map.of());
        StandbyServer standby = StandbyServer.of(primary)) {
      TestDatabase database = primary.database();
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      try (RunningWalrelay walrelay = start(database, standby)) {
        insert(database.url(), 1, 100);
        walrelay.awaitEvents(100);
        standby.awaitSynchronized(database.name(), database.walPosition().toString());

        primary.stop(StopMode.FAST);
        standby.promote();
        insert(standby.url(database.name()), 101, 200);

        List<JsonNode> events = walrelay.awaitEvents(200);
        assertThat(keys(events)).containsExactlyElementsOf(range(1, 200));
        assertThat(ids(events)).isSorted().allMatch(id -> id.startsWith("00"));
      }
    }
  }

  @Test
  void beginsAnEpochOnAStandbyThatLacksWhatWasStored() {
    try (TestServer primary = TestServer.start(18, Map.of());
        StandbyServer standby = StandbyServer.of(primary)) {
      TestDatabase database = primary.database();
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      try (RunningWalrelay walrelay = start(database, standby)) {
        insert(database.url(), 1, 100);
        walrelay.awaitEvents(100);
        standby.awaitSynchronized(database.name(), database.walPosition().toString());
        standby.disconnect();
        insert(database.url(), 101, 150);
        walrelay.awaitEvents(150);

        primary.stop(StopMode.IMMEDIATE);
        standby.promote();
        // More than what was lost: its positions reach beyond those that are stored.
        insert(standby.url(database.name()), 1001, 1200);

        List<JsonNode> events = walrelay.awaitEvents(351);
        JsonNode gap = events.get(150);
        assertThat(gap.path("op").stringValue()).isEqualTo("gap");
        assertThat(gap.path("reason").stringValue()).isEqualTo("history_replaced");
        assertThat(gap.path("last_id")).isEqualTo(events.get(149).path("id"));
        List<JsonNode> rows = new ArrayList<>(events);
        rows.remove(150);
        assertThat(keys(rows))
            .containsExactlyElementsOf(
                Stream.concat(range(1, 150).stream(), range(1001, 1200).stream()).toList());
        assertThat(ids(events)).isSorted().doesNotHaveDuplicates();
        assertThat(ids(events).subList(150, 351)).allMatch(id -> id.startsWith("01"));
      }
    }
  }

  private RunningWalrelay start(TestDatabase database, StandbyServer standby) {
    TestServer primary = database.server();
    return RunningWalrelay.start(
        database,
        folder,
        "--spring.datasource.url=jdbc:postgresql://%s:%d,localhost:%d/%s?targetServerType=primary"
            .formatted(primary.host(), primary.port(), standby.port(), database.name()));
  }

  private static void insert(String url, int from, int to) {
    StandbyServer.run(
        url,
        range(from, to).stream()
            .map("INSERT INTO orders VALUES (%d)"::formatted)
            .toArray(String[]::new));
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  private static List<Integer> keys(List<JsonNode> events) {
    return events.stream().map(event -> event.path("key").path("id").intValue()).toList();
  }

  private static List<String> ids(List<JsonNode> events) {
    return events.stream().map(event -> event.path("id").stringValue()).toList();
  }
}
