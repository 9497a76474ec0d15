package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What events say of a row's identity and of the old row, by what the server sends of them. */
class IdentityTest extends WithSlotEvents {

  @Test
  void keysAreWithoutTheColumnsThatTheirIndexIncludes() throws SQLException {
    database.execute(
        "CREATE TABLE t (id int, payload text NOT NULL, PRIMARY KEY (id) INCLUDE (payload))",
        "CREATE UNIQUE INDEX i ON t (id) INCLUDE (payload)",
        "ALTER TABLE t REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, 'a')",
        "ALTER TABLE t REPLICA IDENTITY DEFAULT",
        "UPDATE t SET payload = 'b'",
        "UPDATE t SET id = 2",
        "ALTER TABLE t REPLICA IDENTITY USING INDEX i",
        "UPDATE t SET payload = 'c'",
        "UPDATE t SET id = 3",
        "DELETE FROM t");

    assertThat(rows())
        .containsExactly(
            "{'key':{'id':1},'after':{'id':1,'payload':'a'}}",
            "{'key':{'id':1},'after':{'id':1,'payload':'b'}}",
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'payload':'b'}}",
            "{'key':{'id':2},'after':{'id':2,'payload':'c'}}",
            "{'key':{'id':3},'old_key':{'id':2},'after':{'id':3,'payload':'c'}}",
            "{'key':{'id':3}}");
  }

  @Test
  void rowsThatAnUpdateMovesInAndOutOfTheFilterNameWhatWasNotSent() throws SQLException {
    database.execute(
        "CREATE TABLE t (id int PRIMARY KEY, big text, small text)",
        "ALTER TABLE t ALTER big SET STORAGE EXTERNAL",
        publication("TABLE t WHERE (id > 100)"),
        "INSERT INTO t VALUES (1, repeat('x', 10000), 'a')",
        "UPDATE t SET id = 200",
        "UPDATE t SET id = 2");

    assertThat(rows())
        .containsExactly(
            "{'key':{'id':200},'after':{'id':200,'small':'a'},'unchanged':['big']}",
            "{'key':{'id':200}}");
  }

  @Test
  void rowsThatAnUpdateMovesInAreWholeUnderFullIdentity() throws SQLException {
    database.execute(
        "CREATE TABLE t (id int PRIMARY KEY, big text)",
        "ALTER TABLE t ALTER big SET STORAGE EXTERNAL, REPLICA IDENTITY FULL",
        publication("TABLE t WHERE (id > 100)"),
        "INSERT INTO t VALUES (1, repeat('x', 10000))",
        "UPDATE t SET id = 200",
        "UPDATE t SET id = 2");

    String big = "x".repeat(10_000);
    assertThat(rows())
        .containsExactly(
            "{'key':{'id':200},'after':{'id':200,'big':'%s'}}".formatted(big),
            "{'key':{'id':200},'before':{'id':200,'big':'%s'}}".formatted(big));
  }

  @Test
  void oldKeysAreThereWheneverTheIdentityChanges() throws SQLException {
    database.execute(
        "CREATE TABLE t (a int, b text, v text, PRIMARY KEY (a, b))",
        "ALTER TABLE t ALTER b SET STORAGE EXTERNAL, REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, 'x', 'v')",
        "UPDATE t SET v = 'w'",
        "UPDATE t SET b = 'y'");

    assertThat(rows().subList(1, 3))
        .containsExactly(
            "{'key':{'a':1,'b':'x'},'before':{'a':1,'b':'x','v':'v'},"
                + "'after':{'a':1,'b':'x','v':'w'},'changed':['v']}",
            "{'key':{'a':1,'b':'y'},'old_key':{'a':1,'b':'x'},'before':{'a':1,'b':'x','v':'w'},"
                + "'after':{'a':1,'b':'y','v':'w'},'changed':['b']}");
  }

  /** The server sends such a key with each update. */
  @Test
  void oldKeysAreNotThereWhereAKeyStoredOutOfLineStaysTheSame() throws SQLException {
    database.execute(
        "CREATE TABLE t (id text PRIMARY KEY, v text)",
        "ALTER TABLE t ALTER id SET STORAGE EXTERNAL",
        "INSERT INTO t VALUES (repeat('x', 2200), 'v')",
        "UPDATE t SET v = 'w'");

    String id = "x".repeat(2200);
    assertThat(rows().getLast())
        .isEqualTo("{'key':{'id':'%s'},'after':{'id':'%s','v':'w'}}".formatted(id, id));
  }

  private void createPartitioned() {
    database.execute(
        "CREATE TABLE t (id int PRIMARY KEY, a text, b text) PARTITION BY RANGE (id)",
        "CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (100)",
        "CREATE TABLE high PARTITION OF t FOR VALUES FROM (100) TO (200)",
        "ALTER PUBLICATION \"values\" SET (publish_via_partition_root = true)");
  }

  @Test
  void oldRowsOfPartitionsThatDoNotLogThemWholeAreNotMadeUp() throws SQLException {
    createPartitioned();
    database.execute(
        "ALTER TABLE t REPLICA IDENTITY FULL",
        "ALTER TABLE high REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, 'a', 'b'), (101, 'a', NULL), (102, NULL, NULL)",
        "UPDATE t SET id = 2 WHERE id = 1",
        "UPDATE t SET a = 'c' WHERE id = 2",
        "DELETE FROM t WHERE id = 2",
        "UPDATE t SET b = 'd' WHERE id = 101",
        "DELETE FROM t WHERE id = 101",
        "DELETE FROM t WHERE id = 102");

    assertThat(rows().subList(3, 9))
        .containsExactly(
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'a':'a','b':'b'}}",
            "{'key':{'id':2},'after':{'id':2,'a':'c','b':'b'}}",
            "{'key':{'id':2}}",
            "{'key':{'id':101},'before':{'id':101,'a':'a','b':null},"
                + "'after':{'id':101,'a':'a','b':'d'},'changed':['b']}",
            "{'key':{'id':101},'before':{'id':101,'a':'a','b':'d'}}",
            // It was whole, but so would a key of the other partition look.
            "{'key':{'id':102}}");
  }

  @Test
  void oldRowsAreWholeOnceAllPartitionsLogThemSo() throws SQLException {
    createPartitioned();
    database.execute(
        "ALTER TABLE t REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, NULL, NULL)",
        "UPDATE t SET id = 2",
        "ALTER TABLE low REPLICA IDENTITY FULL",
        "UPDATE t SET id = 3",
        "ALTER TABLE low REPLICA IDENTITY DEFAULT",
        "UPDATE t SET id = 4");

    // All of it is read after the catalog has changed for the last time.
    assertThat(rows().subList(1, 4))
        .containsExactly(
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'a':null,'b':null}}",
            "{'key':{'id':3},'old_key':{'id':2},'before':{'id':2,'a':null,'b':null},"
                + "'after':{'id':3,'a':null,'b':null},'changed':['id']}",
            "{'key':{'id':4},'old_key':{'id':3},'after':{'id':4,'a':null,'b':null}}");
  }

  @Test
  void oldKeysOfPartitionsThatLogWholeRowsAreThereOnlyWhereTheyChange() throws SQLException {
    createPartitioned();
    database.execute(
        "ALTER TABLE low REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "UPDATE t SET a = 'c'",
        "UPDATE t SET id = 2",
        "DELETE FROM t");

    assertThat(rows().subList(1, 4))
        .containsExactly(
            "{'key':{'id':1},'after':{'id':1,'a':'c','b':null}}",
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'a':'c','b':null}}",
            "{'key':{'id':2}}");
  }

  /** The server describes the root anew only when the partition changes. */
  @Test
  void oldRowsFollowARootWhoseIdentityChangesUnannounced() throws SQLException {
    createPartitioned();
    database.execute(
        "ALTER TABLE low REPLICA IDENTITY FULL",
        "ALTER TABLE t REPLICA IDENTITY FULL",
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE t REPLICA IDENTITY DEFAULT",
        "UPDATE t SET b = 'd'",
        "UPDATE t SET id = 2",
        "DELETE FROM t");

    assertThat(rows().subList(1, 4))
        .containsExactly(
            "{'key':{'id':1},'after':{'id':1,'a':'a','b':'d'}}",
            "{'key':{'id':2},'old_key':{'id':1},'after':{'id':2,'a':'a','b':'d'}}",
            "{'key':{'id':2}}");
  }

  @Test
  void keysAreNotMadeUpWhereAPartitionIdentifiesRowsOtherwise() throws SQLException {
    createPartitioned();
    database.execute(
        "ALTER TABLE low ALTER a SET NOT NULL",
        "CREATE UNIQUE INDEX i ON low (a)",
        "ALTER TABLE low REPLICA IDENTITY USING INDEX i",
        "INSERT INTO t VALUES (1, 'a', 'b')",
        "UPDATE t SET a = 'c'",
        "ALTER TABLE t REPLICA IDENTITY FULL",
        "UPDATE t SET a = 'd'",
        "DELETE FROM t");

    assertThat(rows().subList(1, 4))
        .containsExactly(
            "{'key':{'id':1},'after':{'id':1,'a':'c','b':'b'}}",
            "{'key':{'id':1},'after':{'id':1,'a':'d','b':'b'}}",
            "{}");
  }

  private static String publication(String what) {
    return "DROP PUBLICATION \"values\"; CREATE PUBLICATION \"values\" FOR " + what;
  }

  /** The members from key on. */
  private List<String> rows() throws SQLException {
    return events.lines().stream()
        .map(line -> "{" + line.replaceFirst(".*?\"xid\":\\d+,?", "").replace('"', '\''))
        .toList();
  }
}
