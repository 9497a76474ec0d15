package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Types that change while a connection reads on, and types that have changed before it reads. */
class AlteredTypesTest extends WithSlotEvents {

  @Test
  void enumValuesAddedWhileStreamingAreWritten() throws SQLException {
    database.execute("CREATE TYPE mood AS ENUM ('sad')", "CREATE TABLE t (v mood, w mood[])");
    database.execute("INSERT INTO t VALUES ('sad', '{sad}')");
    assertThat(rows()).containsExactly("{\"v\":\"sad\",\"w\":[\"sad\"]}");

    database.execute(
        "ALTER TYPE mood ADD VALUE 'very, \"very\" sad'",
        "INSERT INTO t VALUES ('very, \"very\" sad', ARRAY['very, \"very\" sad']::mood[])");
    assertThat(rows())
        .containsExactly("{\"v\":\"very, \\\"very\\\" sad\",\"w\":[\"very, \\\"very\\\" sad\"]}");
  }

  @Test
  void attributesAddedWhileStreamingAreWritten() throws SQLException {
    database.execute("CREATE TYPE pair AS (a int)", "CREATE TABLE t (v pair, w pair[])");
    database.execute("INSERT INTO t VALUES (ROW(1), ARRAY[ROW(2)]::pair[])");
    assertThat(rows()).containsExactly("{\"v\":{\"a\":1},\"w\":[{\"a\":2}]}");

    database.execute(
        "ALTER TYPE pair ADD ATTRIBUTE b text",
        "INSERT INTO t VALUES (ROW(1, 'x'), ARRAY[ROW(2, NULL)]::pair[])");
    assertThat(rows())
        .containsExactly("{\"v\":{\"a\":1,\"b\":\"x\"},\"w\":[{\"a\":2,\"b\":null}]}");
  }

  @Test
  void rowsFromBeforeAnAttributeWasAddedAreText() throws SQLException {
    database.execute("CREATE TYPE pair AS (a int)", "CREATE TABLE t (v pair)");
    database.execute(
        "INSERT INTO t VALUES (ROW(1))",
        "ALTER TYPE pair ADD ATTRIBUTE b text",
        "INSERT INTO t VALUES (ROW(2, 'x'))");

    assertThat(rows()).containsExactly("{\"v\":\"(1)\"}", "{\"v\":{\"a\":2,\"b\":\"x\"}}");
  }

  @Test
  void valuesOfTypesDroppedSinceAreText() throws SQLException {
    database.execute(
        "CREATE TYPE pair AS (a int)",
        "CREATE DOMAIN small AS int",
        "CREATE TABLE t (id int, v pair, w small)",
        "INSERT INTO t VALUES (1, ROW(1), 2)",
        "DROP TYPE pair CASCADE",
        "DROP DOMAIN small CASCADE",
        "INSERT INTO t VALUES (2)");

    assertThat(rows()).containsExactly("{\"id\":1,\"v\":\"(1)\",\"w\":\"2\"}", "{\"id\":2}");
  }

  @Test
  void typesCreatedWhileStreamingAreKnown() throws SQLException {
    database.execute("CREATE TABLE t (id int)", "INSERT INTO t VALUES (1)");
    assertThat(rows()).containsExactly("{\"id\":1}");

    database.execute(
        "CREATE TYPE floats AS RANGE (subtype = float8)",
        "CREATE DOMAIN floatss AS floats[]",
        "ALTER TABLE t ADD v floatss",
        "INSERT INTO t VALUES (2, '{\"[1.5,2)\",empty}')");
    assertThat(rows())
        .containsExactly(
            "{\"id\":2,\"v\":[{\"lower\":1.5,\"upper\":2,\"bounds\":\"[)\"},{\"empty\":true}]}");
  }

  @Test
  void renamedAttributesAreSeenByTheNextConnection() throws SQLException {
    database.execute("CREATE TYPE pair AS (a int)", "CREATE TABLE t (v pair)");
    database.execute("INSERT INTO t VALUES (ROW(1))");
    assertThat(rows()).containsExactly("{\"v\":{\"a\":1}}");

    database.execute("ALTER TYPE pair RENAME ATTRIBUTE a TO b", "INSERT INTO t VALUES (ROW(2))");
    events.reconnect();
    assertThat(rows()).containsExactly("{\"v\":{\"b\":2}}");
  }

  private List<String> rows() throws SQLException {
    return events.read().stream().map(event -> event.path("after").toString()).toList();
  }
}
