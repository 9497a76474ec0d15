package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each kind of change, from SQL to the event that is served. */
@Order(Integer.MAX_VALUE)
class ChangesTest {

  @TempDir private Path folder;
  private final TestDatabase database = TestServer.shared(18).database();
  private RunningWalrelay walrelay;

  @BeforeEach
  void start() {
    walrelay = RunningWalrelay.start(database, folder);
  }

  @AfterEach
  void stop() {
    walrelay.close();
    database.close();
  }

  @Test
  void showsInsertUpdateAndDeleteUnderTheDefaultIdentity() {
    database.execute(
        "CREATE TABLE orders (id int PRIMARY KEY, status text)",
        "INSERT INTO orders VALUES (7, 'new')",
        "UPDATE orders SET status = 'paid'",
        "UPDATE orders SET id = 8",
        "DELETE FROM orders");

    List<JsonNode> events = walrelay.awaitEvents(4);

    assertThat(events)
        .extracting(event -> event.path("op").stringValue())
        .containsExactly("insert", "update", "update", "delete");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.path("schema").stringValue()).isEqualTo("public");
              assertThat(event.path("table").stringValue()).isEqualTo("orders");
              assertThat(event.path("commit_time").stringValue())
                  .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
            });
    assertThat(rows(events))
        .containsExactly(
            "{'key':{'id':7},'after':{'id':7,'status':'new'}}",
            "{'key':{'id':7},'after':{'id':7,'status':'paid'}}",
            "{'key':{'id':8},'old_key':{'id':7},'after':{'id':8,'status':'paid'}}",
            "{'key':{'id':8}}");
  }

  @Test
  void showsWholeOldRowsUnderFullIdentity() {
    database.execute(
        "CREATE TABLE orders (id int PRIMARY KEY, status text, note text)",
        "ALTER TABLE orders REPLICA IDENTITY FULL",
        "INSERT INTO orders VALUES (7, 'new', NULL)",
        "UPDATE orders SET status = 'paid'",
        "DELETE FROM orders");

    assertThat(rows(walrelay.awaitEvents(3)))
        .containsExactly(
            "{'key':{'id':7},'after':{'id':7,'status':'new','note':null}}",
            "{'key':{'id':7},'before':{'id':7,'status':'new','note':null},"
                + "'after':{'id':7,'status':'paid','note':null},'changed':['status']}",
            "{'key':{'id':7},'before':{'id':7,'status':'paid','note':null}}");
  }

  @Test
  void namesUnchangedValuesThatTheServerLeftOut() {
    database.execute(
        "CREATE TABLE documents (id int PRIMARY KEY, title text, body text)",
        "ALTER TABLE documents ALTER body SET STORAGE EXTERNAL",
        "INSERT INTO documents VALUES (1, 'a', repeat('x', 10000))",
        "UPDATE documents SET title = 'b'",
        "UPDATE documents SET id = 2",
        "ALTER TABLE documents REPLICA IDENTITY FULL",
        "UPDATE documents SET title = 'c'");

    List<JsonNode> events = walrelay.awaitEvents(4);

    assertThat(rows(events.subList(1, 3)))
        .containsExactly(
            "{'key':{'id':1},'after':{'id':1,'title':'b'},'unchanged':['body']}",
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'title':'b'},"
                + "'unchanged':['body']}");
    assertThat(events.get(3).path("after").path("body").stringValue()).hasSize(10_000);
    assertThat(events.get(3).path("changed").toString()).isEqualTo("[\"title\"]");
    assertThat(events.get(3).has("unchanged")).isFalse();
  }

  @Test
  void showsATruncateOfTwoTablesAsAnEventForEach() {
    database.execute(
        "CREATE TABLE a (id int PRIMARY KEY)",
        "CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a)",
        "TRUNCATE a RESTART IDENTITY CASCADE");

    List<JsonNode> events = walrelay.awaitEvents(2);

    assertThat(events)
        .extracting(event -> event.path("table").stringValue())
        .containsExactlyInAnyOrder("a", "b");
    assertThat(events)
        .allSatisfy(
            event ->
                assertThat(event.path("options").toString())
                    .isEqualTo("[\"cascade\",\"restart_identity\"]"));
    assertThat(events.get(0).path("commit_lsn")).isEqualTo(events.get(1).path("commit_lsn"));
  }

  @Test
  void showsMessagesOfEveryKindAlsoOfARollback() {
    database.execute(
        "SELECT pg_logical_emit_message(true, 'audit', '{\"user\": 1}')",
        "BEGIN; SELECT pg_logical_emit_message(true, 'lost', 'a');"
            + " SELECT pg_logical_emit_message(false, 'kept', 'plain words'); ROLLBACK",
        "SELECT pg_logical_emit_message(true, 'binary', '\\x00ff'::bytea)");

    List<JsonNode> events = walrelay.awaitEvents(3);

    assertThat(events)
        .extracting(
            event ->
                "%s %s %s %s"
                    .formatted(
                        event.path("prefix").stringValue(),
                        event.path("transactional"),
                        event.path("content"),
                        event.path("content_encoding").stringValue()))
        .containsExactly(
            "audit true {\"user\":1} json",
            "kept false \"plain words\" text",
            "binary true \"AP8=\" base64");
    assertThat(events.get(1).has("xid")).isFalse();
    assertThat(events.get(1).path("id").stringValue()).endsWith("-00000000");
  }

  @Test
  void followsATableThatIsAlteredAndRenamedInTheMiddle() {
    database.execute(
        "CREATE TABLE orders (id int PRIMARY KEY, status text)",
        """
        BEGIN;
        INSERT INTO orders VALUES (1, 'new');
        ALTER TABLE orders ADD COLUMN total numeric(10, 2) DEFAULT 1.50;
        INSERT INTO orders VALUES (2, 'new', 12.30);
        ALTER TABLE orders RENAME TO purchases;
        INSERT INTO purchases VALUES (3, 'new', 0.10);
        COMMIT
        """);

    List<JsonNode> events = walrelay.awaitEvents(3);

    assertThat(events)
        .extracting(
            event -> event.path("table").stringValue() + single(event.path("after").toString()))
        .containsExactly(
            "orders{'id':1,'status':'new'}",
            "orders{'id':2,'status':'new','total':'12.30'}",
            "purchases{'id':3,'status':'new','total':'0.10'}");
    assertThat(events)
        .extracting(event -> event.path("id").stringValue().substring(17))
        .containsExactly("00000001", "00000002", "00000003");
  }

  @Test
  void namesThePartitionUnlessThePublicationNamesTheRoot() {
    database.execute(
        "CREATE TABLE measured (id int, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)",
        "CREATE TABLE measured_2026 PARTITION OF measured FOR VALUES FROM ('2026-01-01') TO"
            + " ('2027-01-01')",
        "INSERT INTO measured VALUES (1, '2026-11-30')");
    walrelay.awaitEvents(1);
    database.execute(
        "ALTER PUBLICATION walrelay SET (publish_via_partition_root = true)",
        "INSERT INTO measured VALUES (2, '2026-11-30')");

    assertThat(walrelay.awaitEvents(2))
        .extracting(event -> event.path("table").stringValue())
        .containsExactly("measured_2026", "measured");
  }

  @Test
  void tellsRowsOfOneCopyApartByTheirOrdinal() {
    database.execute(
        "CREATE TABLE orders (id int PRIMARY KEY, status text)",
        "INSERT INTO orders SELECT i, 'new' FROM generate_series(1, 2500) i");

    List<JsonNode> events = walrelay.awaitEvents(2500);

    assertThat(events)
        .extracting(e -> e.path("id").stringValue())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(events)
        .extracting(event -> event.path("key").path("id").intValue())
        .containsExactlyElementsOf(
            java.util.stream.IntStream.rangeClosed(1, 2500).boxed().toList());
  }

  private static List<String> rows(List<JsonNode> events) {
    return events.stream().map(ChangesTest::row).toList();
  }

  /** The members from key on. */
  private static String row(JsonNode event) {
    String json = event.toString();
    return single("{" + json.substring(json.indexOf("\"key\":")));
  }

  private static String single(String json) {
    return json.replace('"', '\'');
  }
}
