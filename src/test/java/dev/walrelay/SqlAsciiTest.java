package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database without an encoding, which holds whatever bytes it was given. */
class SqlAsciiTest {

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
}
