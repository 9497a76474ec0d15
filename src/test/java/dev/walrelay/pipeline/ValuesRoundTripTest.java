package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Inserts, updates and deletes generated values of each type on real servers, and compares what the
 * events hold with what SQL says about the same rows.
 */
class ValuesRoundTripTest {

  private static final int ROWS = 15;

  private final Random random = new Random(20_261_130);
  private final List<String> mismatches = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {18, 15})
  void eventsHoldWhatTheRowsHold(int version) throws SQLException {
    try (TestDatabase database = TestServer.shared(version).database()) {
      database.execute(ValueKinds.DEFINITIONS);
      try (SlotEvents events =
              new SlotEvents(database.connect(), new JdbcCatalog(database.dataSource()));
          Connection connection = database.connect()) {
        connection
            .createStatement()
            .execute("SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'");
        List<Expected> expected = new ArrayList<>();
        for (ValueKind kind : kinds()) {
          expected.add(write(kind, "t" + expected.size(), connection));
        }
        compare(expected, events.read());
      }
    }
    assertThat(mismatches).isEmpty();
  }

  private static List<ValueKind> kinds() {
    return Stream.concat(ValueKinds.scalars().stream(), ValueKinds.composed().stream()).toList();
  }

  /** What a table held after its rows were inserted, and after they were updated. */
  private record Expected(ValueKind kind, List<JsonNode> inserted, List<JsonNode> updated) {}

  private Expected write(ValueKind kind, String table, Connection connection) throws SQLException {
    execute(connection, "CREATE TABLE %s (id int PRIMARY KEY, v %s)".formatted(table, kind.type()));
    execute(connection, "ALTER TABLE %s REPLICA IDENTITY FULL".formatted(table));
    write(connection, "INSERT INTO " + table + " SELECT * FROM (%s) AS x(id, v)", values(kind));
    List<JsonNode> inserted = rows(kind, table, connection);
    write(
        connection,
        "UPDATE " + table + " AS t SET v = x.v FROM (%s) AS x(id, v) WHERE t.id = x.id",
        values(kind));
    List<JsonNode> updated = rows(kind, table, connection);
    execute(connection, "DELETE FROM " + table);
    return new Expected(kind, inserted, updated);
  }

  private void compare(List<Expected> expected, List<JsonNode> events) {
    assertThat(events).hasSize(expected.size() * 3 * ROWS);
    for (JsonNode event : events) {
      Expected table = expected.get(Integer.parseInt(event.path("table").asString().substring(1)));
      String op = event.path("op").asString();
      int id = event.path("key").path("id").asInt();
      String what = table.kind().type() + " " + op + " " + id;
      List<JsonNode> before = op.equals("update") ? table.inserted() : table.updated();
      List<JsonNode> after = op.equals("insert") ? table.inserted() : table.updated();
      check(what + " before", value(event, "before"), op.equals("insert") ? "" : value(before, id));
      check(what + " after", value(event, "after"), op.equals("delete") ? "" : value(after, id));
    }
  }

  private void check(String what, String found, String expected) {
    if (!found.equals(expected)) {
      mismatches.add(what + "\n is       " + found + "\n and not  " + expected);
    }
  }

  private static String value(JsonNode event, String row) {
    return Canonical.text(event.path(row).path("v"));
  }

  private static String value(List<JsonNode> rows, int id) {
    return Canonical.text(rows.get(id));
  }

  private Generated values(ValueKind kind) {
    List<Generated> rows =
        IntStream.range(0, ROWS)
            .mapToObj(
                id ->
                    Generated.all(
                        "(" + id + ", ",
                        List.of(id == 0 ? Generated.NULL : kind.values().next(random)),
                        ")"))
            .toList();
    return Generated.all("VALUES ", rows, "");
  }

  private static void write(Connection connection, String sql, Generated values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql.formatted(values.sql()))) {
      for (int i = 0; i < values.parameters().size(); i++) {
        statement.setString(i + 1, values.parameters().get(i));
      }
      statement.executeUpdate();
    }
  }

  private static List<JsonNode> rows(ValueKind kind, String table, Connection connection)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT coalesce(%s, 'null')::text FROM %s ORDER BY id"
                    .formatted(kind.expectedOf("v"), table))) {
      List<JsonNode> expected = new ArrayList<>();
      while (rows.next()) {
        expected.add(SlotEvents.JSON.readTree(rows.getString(1)));
      }
      return expected;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
