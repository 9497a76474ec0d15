package dev.walrelay.pgoutput;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a scenario on a real server, and takes from its slot what a replication connection would
 * get.
 */
final class Capture {

  private static final List<String> TABLES =
      List.of(
          "CREATE TYPE status AS ENUM ('new', 'paid')",
          "CREATE DOMAIN label AS text",
          """
          CREATE TABLE orders
            (id bigint PRIMARY KEY, status status, note label, amount int, story varchar(4000))
          """,
          "ALTER TABLE orders ALTER story SET STORAGE EXTERNAL",
          "CREATE TABLE items (order_id bigint REFERENCES orders)",
          "CREATE TABLE whole (a int, b text)",
          "ALTER TABLE whole REPLICA IDENTITY FULL",
          "CREATE TABLE by_index (a int, b int NOT NULL UNIQUE)",
          "ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_index_b_key",
          "CREATE TABLE nameless (a int)",
          "ALTER TABLE nameless REPLICA IDENTITY NOTHING",
          "CREATE TABLE empty ()",
          "CREATE TABLE padding (filler text)",
          "ALTER TABLE padding ALTER filler SET STORAGE PLAIN",
          "CREATE PUBLICATION p FOR TABLE orders, items, whole, by_index, nameless, empty");

  private final CaptureScenario scenario;
  private final TestServer server;

  private Capture(CaptureScenario scenario, TestServer server) {
    this.scenario = scenario;
    this.server = server;
  }

  /** The messages of all scenarios that such a server can do, in their order. */
  static List<GoldenMessage> all(TestServer server) throws SQLException {
    List<GoldenMessage> messages = new ArrayList<>();
    for (CaptureScenario scenario : CaptureScenario.values()) {
      if (scenario.runsOn(server.version())) {
        messages.addAll(new Capture(scenario, server).run());
      }
    }
    return messages;
  }

  private List<GoldenMessage> run() throws SQLException {
    try (TestDatabase database = server.database()) {
      TABLES.forEach(database::execute);
      database.execute(
          "SELECT pg_replication_origin_create('upstream')",
          "SELECT pg_create_logical_replication_slot('s', 'pgoutput', false, %s)"
              .formatted(scenario.options().contains("two_phase")));
      try (Connection writer = database.connect();
          Connection reader = database.connect()) {
        return run(writer, reader);
      } finally {
        database.execute("SELECT pg_replication_origin_drop('upstream')");
      }
    }
  }

  private List<GoldenMessage> run(Connection writer, Connection reader) throws SQLException {
    List<GoldenMessage> messages = new ArrayList<>();
    try (Statement write = writer.createStatement()) {
      for (String step : scenario.steps()) {
        if (step.equals(CaptureScenario.DRAIN)) {
          messages.addAll(drain(reader));
        } else {
          write.execute(step);
        }
      }
    }
    return messages;
  }

  private List<GoldenMessage> drain(Connection reader) throws SQLException {
    String drain =
        "SELECT lsn, data FROM pg_logical_slot_get_binary_changes('s', NULL, NULL, %s)"
            .formatted(options());
    List<GoldenMessage> messages = new ArrayList<>();
    try (Statement read = reader.createStatement()) {
      read.execute("SET logical_decoding_work_mem = '64kB'");
      try (ResultSet rows = read.executeQuery(drain)) {
        while (rows.next()) {
          messages.add(
              new GoldenMessage(scenario, Lsn.parse(rows.getString(1)), bytes(rows.getBytes(2))));
        }
      }
    }
    return messages;
  }

  private String options() {
    // Only named where the server knows it; its default is the same everywhere.
    String origin = server.version() >= 16 ? ", 'origin', 'any'" : "";
    return "'publication_names', 'p', "
        + scenario.options().replaceAll("(\\w+) '", "'$1', '")
        + origin;
  }

  private static Bytes bytes(byte[] array) {
    return new Bytes(array, 0, array.length);
  }
}
