package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Databases that hold other bytes than UTF-8. */
class EncodingsTest {

  @TempDir private Path folder;

  @Test
  void bytesThatAreNoUtf8BecomeReplacementCharactersEach() {
    try (TestDatabase database =
            TestServer.shared(18).database("ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "CREATE TYPE pair AS (a text, b text[])",
          "CREATE TABLE t (v text, j json, p pair)",
          """
          INSERT INTO t SELECT e, ('"' || e || '"')::json, ROW(e || ' ', ARRAY[e])::pair
            FROM convert_from(decode('61e962c3a9ff', 'hex'), 'SQL_ASCII') AS e
          """);

      assertThat(walrelay.awaitEvents(1).getFirst().path("after"))
          .hasToString(
              """
              {"v":"a\uFFFDbé\uFFFD","j":"\\"a\uFFFDbé\uFFFD\\"",\
              "p":{"a":"a\uFFFDbé\uFFFD ","b":["a\uFFFDbé\uFFFD"]}}""");
    }
  }

  @Test
  void goesOnBehindAByteThatTheServerCannotConvert() {
    try (TestDatabase database =
            TestServer.shared(18).database("ENCODING 'WIN1252' LOCALE 'C' TEMPLATE template0");
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "CREATE TABLE t (id int PRIMARY KEY, v text)",
          "INSERT INTO t VALUES (1, 'ä')",
          "INSERT INTO t VALUES (2, 'a' || chr(129) || 'b')",
          "INSERT INTO t VALUES (3, '€')");

      assertThat(walrelay.awaitEvents(3))
          .extracting(event -> event.path("after").path("v").stringValue())
          .containsExactly("ä", "a\uFFFDb", "€");
    }
  }

  @Test
  void aPublicationMayHaveANameThatIsNotAscii() {
    try (TestDatabase database =
        TestServer.shared(18).database("ENCODING 'WIN1252' LOCALE 'C' TEMPLATE template0")) {
      database.execute("CREATE TABLE t (v text)");
      try (RunningWalrelay walrelay =
          RunningWalrelay.start(database, folder, "--walrelay.publication.name=größe")) {
        database.execute("INSERT INTO t VALUES ('ä €')");
        assertThat(walrelay.awaitEvents(1).getFirst().path("after")).hasToString("{\"v\":\"ä €\"}");
      }
    }
  }

  @Test
  void anotherEncodingIsTranslatedExceptInTheBytesOfMessages() {
    try (TestDatabase database =
            TestServer.shared(18).database("ENCODING 'WIN1252' LOCALE 'C' TEMPLATE template0");
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "CREATE TYPE mood AS ENUM ('gemütlich')",
          "CREATE TABLE \"straße\" (\"größe\" text PRIMARY KEY, m mood)",
          "INSERT INTO \"straße\" VALUES ('5 € „groß“', 'gemütlich')",
          "SELECT pg_logical_emit_message(true, 'größe', 'groß')");

      List<JsonNode> events = walrelay.awaitEvents(2);
      assertThat(events.getFirst().path("table").stringValue()).isEqualTo("straße");
      assertThat(events.getFirst().path("after"))
          .hasToString(
              """
              {"größe":"5 € „groß“","m":"gemütlich"}""");
      assertThat(events.getLast().path("prefix").stringValue()).isEqualTo("größe");
      assertThat(events.getLast().path("content_encoding").stringValue()).isEqualTo("base64");
      assertThat(Base64.getDecoder().decode(events.getLast().path("content").stringValue()))
          .isEqualTo("groß".getBytes(Charset.forName("windows-1252")));
    }
  }
}
