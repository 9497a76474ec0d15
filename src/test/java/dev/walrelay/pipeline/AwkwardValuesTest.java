package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What real servers hold and SQL can't say in jsonb. */
class AwkwardValuesTest {

  private TestDatabase database;

  @BeforeEach
  void openDatabase() {
    database = TestServer.shared(18).database();
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  private SlotEvents events() throws SQLException {
    return new SlotEvents(database.connect(), new JdbcCatalog(database.dataSource()));
  }

  @Test
  void jsonIsCopiedDigitForDigitOnOneLine() throws SQLException {
    String digits = "-1" + "0123456789".repeat(40) + ".50";
    try (SlotEvents events = events()) {
      database.execute("CREATE TABLE t (j json, b jsonb, a json[])");
      database.execute(
          """
          INSERT INTO t VALUES (E'{"a":\\n 1.10,\\r\\n"a":"\\\\u0000\\\\ud83d", "n":%1$s}',
                                '{"a": 1.10, "n": %1$s}', ARRAY[E'[\\n1]']::json[])
          """
              .formatted(digits));

      assertThat(events.lines().getFirst())
          .endsWith(
              """
              "after":{"j":{"a":  1.10,  "a":"\\u0000\\ud83d", "n":%1$s},\
              "b":{"a": 1.10, "n": %1$s},"a":[[ 1]]}}"""
                  .formatted(digits));
    }
  }

  @Test
  void namesMayHoldAnything() throws SQLException {
    try (SlotEvents events = events()) {
      database.execute(
          "CREATE SCHEMA \"My.Schema \"\"1\"\"\"",
          """
          CREATE TABLE "My.Schema ""1""\"."Tab.le 😀 \\" ("I.D" int PRIMARY KEY, "a ""b"" 漢\n\\" text)
          """,
          """
          INSERT INTO "My.Schema ""1""\"."Tab.le 😀 \\" VALUES (1, 'x')
          """);

      JsonNode event = events.read().getFirst();
      assertThat(event.path("schema").asString()).isEqualTo("My.Schema \"1\"");
      assertThat(event.path("table").asString()).isEqualTo("Tab.le 😀 \\");
      assertThat(event.path("key").path("I.D").asInt()).isEqualTo(1);
      assertThat(event.path("after").path("a \"b\" 漢\n\\").asString()).isEqualTo("x");
    }
  }

  @Test
  void intervalsAreAsTheServerPrintsThem() throws SQLException {
    try (SlotEvents events = events()) {
      database.execute(
          "CREATE TABLE t (v interval)",
          "INSERT INTO t VALUES ('infinity'), ('-infinity'), ('0'), ('-1 mon 2 days -0.5 s')");

      assertThat(events.read())
          .extracting(event -> event.path("after").path("v").asString())
          .containsExactly("infinity", "-infinity", "PT0S", "P-1M2DT-0.5S");
    }
  }

  @Test
  void largeBinariesPass() throws SQLException {
    try (SlotEvents events = events()) {
      database.execute(
          "CREATE TABLE t (v bytea)",
          "INSERT INTO t SELECT decode(repeat('0123456789abcdef', 1000000), 'hex')");

      byte[] content = events.read().getFirst().path("after").path("v").binaryValue();
      assertThat(content).hasSize(8_000_000).startsWith(0x01, 0x23).endsWith(0xcd, 0xef);
    }
  }

  @Test
  void jsonThatIsNoneIsWrittenAsText() throws SQLException {
    try (SlotEvents events = events()) {
      database.execute(
          "CREATE CAST (text AS json) WITHOUT FUNCTION",
          "CREATE TABLE t (v json)",
          "INSERT INTO t VALUES (CAST('{\"a\":'::text AS json))");

      assertThat(events.read().getFirst().path("after").path("v").stringValue())
          .isEqualTo("{\"a\":");
    }
  }
}
