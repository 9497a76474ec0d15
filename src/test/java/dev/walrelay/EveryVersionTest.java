package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The core, on each server version that is supported. */
class EveryVersionTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 18})
  void readsRowsTruncatesAndMessages(int version) {
    try (TestDatabase database = TestServer.shared(version).database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute(
          "CREATE TABLE orders (id bigint PRIMARY KEY, total numeric, at timestamptz)",
          "INSERT INTO orders VALUES (1, 12.30, '2026-11-30 07:00:00.5+02')",
          "UPDATE orders SET id = 2",
          "ALTER TABLE orders REPLICA IDENTITY FULL",
          "UPDATE orders SET total = 'NaN'",
          "DELETE FROM orders",
          "TRUNCATE orders",
          "SELECT pg_logical_emit_message(true, 'audit', '[1]')",
          "SELECT pg_logical_emit_message(false, 'audit', 'x')");
      // The last message is flushed with what comes next.
      database.execute("INSERT INTO orders VALUES (3, 0, '-infinity')");

      List<JsonNode> events = walrelay.awaitEvents(8);

      assertThat(events)
          .extracting(event -> event.path("op").stringValue() + summary(event))
          .containsExactly(
              "insert{\"id\":1,\"total\":\"12.30\",\"at\":\"2026-11-30T05:00:00.5Z\"}",
              "update{\"id\":2,\"total\":\"12.30\",\"at\":\"2026-11-30T05:00:00.5Z\"}",
              "update{\"id\":2,\"total\":\"NaN\",\"at\":\"2026-11-30T05:00:00.5Z\"}",
              "delete",
              "truncate",
              "message[1]",
              "message\"x\"",
              "insert{\"id\":3,\"total\":\"0\",\"at\":\"-infinity\"}");
      assertThat(events)
          .extracting(event -> event.path("id").stringValue())
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  private static String summary(JsonNode event) {
    return event.has("after")
        ? event.path("after").toString()
        : event.has("content") ? event.path("content").toString() : "";
  }
}
