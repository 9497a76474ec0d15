package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublicationWarningsTest {

  private static final String NO_IDENTITY =
      "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, which have no"
          + " replica identity: %s; give each a primary key or run ALTER TABLE … REPLICA IDENTITY"
          + " FULL";

  @Test
  void namesTablesWithoutReplicaIdentity() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE keyed (id int PRIMARY KEY)",
          "CREATE TABLE full_rows (id int)",
          "ALTER TABLE full_rows REPLICA IDENTITY FULL",
          "CREATE TABLE bare (id int)",
          "CREATE TABLE \"Nothing\" (id int PRIMARY KEY)",
          "ALTER TABLE \"Nothing\" REPLICA IDENTITY NOTHING",
          "CREATE TABLE parted (id int) PARTITION BY LIST (id)",
          "CREATE TABLE leaf PARTITION OF parted FOR VALUES IN (1)");
      assertThat(warnings(database))
          .containsExactly(NO_IDENTITY.formatted("\"Nothing\", bare, leaf"));
      assertThatThrownBy(() -> database.execute("INSERT INTO leaf VALUES (1)", "DELETE FROM leaf"))
          .hasMessageContaining("does not have a replica identity");
    }
  }

  @Test
  void looksAtTheLeavesBehindAPublishedRoot() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE parted (id int) PARTITION BY LIST (id)",
          "CREATE TABLE leaf PARTITION OF parted FOR VALUES IN (1)",
          "CREATE PUBLICATION walrelay FOR TABLE parted"
              + " WITH (publish_via_partition_root = true)");
      assertThat(warnings(database)).containsExactly(NO_IDENTITY.formatted("leaf"));
    }
  }

  @Test
  void isSilentWhenOnlyInsertsArePublished() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE bare (id int)",
          "CREATE PUBLICATION walrelay FOR ALL TABLES WITH (publish = 'insert')");
      assertThat(warnings(database)).isEmpty();
    }
  }

  @Test
  void namesTablesWhoseGeneratedColumnsAreNotPublished() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE made (id int, twice int GENERATED ALWAYS AS (id * 2) STORED)",
          "ALTER TABLE made REPLICA IDENTITY FULL");
      assertThat(warnings(database))
          .containsExactly(
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose"
                  + " replica identity FULL includes stored generated columns that are not"
                  + " published: made; run ALTER PUBLICATION \"walrelay\" SET"
                  + " (publish_generated_columns = stored) or give them another replica identity");
      database.execute("INSERT INTO made VALUES (1)");
      assertThatThrownBy(() -> database.execute("UPDATE made SET id = 2"))
          .hasMessageContaining("unpublished generated column");
      database.execute("ALTER PUBLICATION walrelay SET (publish_generated_columns = stored)");
      assertThat(warnings(database)).isEmpty();
      database.execute("UPDATE made SET id = 2");
    }
  }

  private static List<String> warnings(TestDatabase database) {
    return Source.of(database).prepare(null).warnings();
  }
}
