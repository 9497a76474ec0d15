package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads the log from its start, event by event, against what it should hold. */
final class LogComparison {

  private final ServiceProcess service;
  private final Deque<JsonNode> page = new ArrayDeque<>();
  private String last = "";
  private final Map<String, Integer> hashes = new HashMap<>();

  private LogComparison(ServiceProcess service) {
    this.service = service;
  }

  /**
   * Compares all of the log with what the database itself says to have committed, in its order.
   *
   * @return a hash of each event by its id
   */
  static Map<String, Integer> withTruth(TestDatabase database, ServiceProcess service)
      throws SQLException {
    LogComparison log = new LogComparison(service);
    try (Truth truth = Truth.read(database)) {
      for (String change = truth.next(); change != null; change = truth.next()) {
        log.expect(change);
      }
    }
    log.expectNothingMore();
    return log.hashes;
  }

  private void expect(String change) {
    if (page.isEmpty()) {
      turn();
    }
    JsonNode event = page.removeFirst();
    String id = event.path("id").stringValue();
    assertThat(Printed.of(event)).as("%s, after %s", id, last).isEqualTo(change);
    assertThat(Printed.isIntact(event)).as("the checksum of %s", id).isTrue();
    assertThat(id).isGreaterThan(last);
    last = id;
    hashes.put(id, event.toString().hashCode());
  }

  private void turn() {
    String start = last.isEmpty() ? "from=earliest" : "after=" + last;
    service.events("?limit=5000&wait=30s&" + start).stream()
        .map(RunningWalrelay.JSON::readTree)
        .forEach(page::add);
    assertThat(page).as("events after %s", last).isNotEmpty();
  }

  private void expectNothingMore() {
    assertThat(page).isEmpty();
    assertThat(service.events("?limit=1&after=" + last)).isEmpty();
  }
}
