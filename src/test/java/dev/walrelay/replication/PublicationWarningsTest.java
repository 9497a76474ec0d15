package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicationWarningsTest {

  private final List<String> said = new ArrayList<>();

  @Test
  void saysOfEachTableWhatIsWrongAndWhatToDo() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(AwkwardTables.ddl(18));
      database.execute(
          "CREATE PUBLICATION walrelay FOR TABLE \"My \"\"Schema\"\"\".\"T.x\", deferrable_key,"
              + " filtered WHERE (a > 1), listed (a), listed_full (id), stored_full, virtual_full,"
              + " whole_root, unlike_root, mixed WITH (publish_via_partition_root = true)");

      assertThat(check(database))
          .containsExactly(
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, which have"
                  + " no replica identity: \"My \"\"Schema\"\"\".\"T.x\", public.mixed_bare; give"
                  + " each a primary key or run ALTER TABLE … REPLICA IDENTITY FULL",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose"
                  + " primary key is deferrable and so no replica identity: public.deferrable_key;"
                  + " make each key NOT DEFERRABLE or run ALTER TABLE … REPLICA IDENTITY FULL",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose row"
                  + " filter needs columns that are not in the replica identity: public.filtered;"
                  + " take these columns out of the filter (ALTER PUBLICATION \"walrelay\" SET TABLE"
                  + " …) or, where all columns are published, run ALTER TABLE … REPLICA IDENTITY FULL",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose"
                  + " column list lacks columns of the replica identity: public.listed; add these"
                  + " columns to the list (ALTER PUBLICATION \"walrelay\" SET TABLE …)",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, which have"
                  + " a column list, though their replica identity is FULL: public.listed_full;"
                  + " publish them without a list (ALTER PUBLICATION \"walrelay\" SET TABLE …) or"
                  + " give them another replica identity",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose"
                  + " replica identity includes stored generated columns that are not published:"
                  + " public.stored_full; run ALTER PUBLICATION \"walrelay\" SET"
                  + " (publish_generated_columns = stored) or give them another replica identity",
              "Publication 'walrelay' makes every UPDATE and DELETE fail on these tables, whose"
                  + " replica identity FULL includes virtual generated columns, which are never"
                  + " published: public.virtual_full; run ALTER TABLE … REPLICA IDENTITY DEFAULT on"
                  + " each that has a primary key, and give the others one",
              "Publication 'walrelay' sends the old rows of these partitions without the columns"
                  + " that are not in their key, since the REPLICA IDENTITY FULL of their partitioned"
                  + " table is not theirs: public.whole_deep, public.whole_default; run ALTER TABLE …"
                  + " REPLICA IDENTITY FULL on each partition",
              "Publication 'walrelay' sends the rows of these partitions as those of their"
                  + " partitioned table, whose replica identity is another, so that keys and old rows"
                  + " are not what its events promise: public.mixed_full, public.mixed_keyed,"
                  + " public.unlike_full, public.unlike_index; give partition and partitioned table"
                  + " the same with ALTER TABLE … REPLICA IDENTITY",
              "Publication 'walrelay' sends no change of these tables, since they are unlogged:"
                  + " public.mixed_unlogged; run ALTER TABLE … SET LOGGED if their changes are wanted",
              "Publication 'walrelay' sends no change of these partitions, since they are foreign"
                  + " tables: public.mixed_foreign; read the server that has them if their changes are"
                  + " wanted");

      database.execute(
          "ALTER TABLE \"My \"\"Schema\"\"\".\"T.x\" REPLICA IDENTITY FULL",
          "ALTER TABLE deferrable_key REPLICA IDENTITY FULL",
          "ALTER TABLE filtered REPLICA IDENTITY FULL",
          "ALTER PUBLICATION walrelay SET TABLE \"My \"\"Schema\"\"\".\"T.x\", deferrable_key,"
              + " filtered WHERE (a > 1), listed (a, id), listed_full, stored_full, virtual_full,"
              + " whole_root, unlike_root",
          "ALTER PUBLICATION walrelay SET (publish_generated_columns = stored)",
          "ALTER TABLE virtual_full ADD PRIMARY KEY (id)",
          "ALTER TABLE virtual_full REPLICA IDENTITY DEFAULT",
          "ALTER TABLE whole_default REPLICA IDENTITY FULL",
          "ALTER TABLE whole_deep REPLICA IDENTITY FULL",
          "ALTER TABLE unlike_full REPLICA IDENTITY DEFAULT",
          "ALTER TABLE unlike_index REPLICA IDENTITY DEFAULT");
      assertThat(check(database)).isEmpty();
      assertThat(AwkwardTables.failures(database)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 18})
  void warnsOfTheTablesWhoseUpdateOrDeleteFailsAndOfNoOthers(int version) throws SQLException {
    try (TestDatabase database = TestServer.shared(version).database()) {
      database.execute(AwkwardTables.ddl(version));
      for (String publication : AwkwardTables.publications(version)) {
        database.execute("CREATE PUBLICATION walrelay FOR " + publication);
        assertThat(AwkwardTables.failuresForetold(check(database)))
            .as(publication)
            .isEqualTo(AwkwardTables.failures(database));
        database.execute("DROP PUBLICATION walrelay");
      }
    }
  }

  @Test
  void doesNotExpectPartitionsToBeLikeARootThatTheyAreNotSentAs() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(AwkwardTables.ddl(18));
      database.execute("CREATE PUBLICATION walrelay FOR TABLE unlike_root");
      assertThat(check(database)).isEmpty();
    }
  }

  @Test
  void warnsBeforeThePublicationIsThereToBreakAnything() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TABLE bare (id int)", "INSERT INTO bare VALUES (1)");
      Source.of(database)
          .source(
              warning -> {
                said.add(warning);
                assertThat(database.query("SELECT pubname FROM pg_publication")).isNull();
                database.execute("UPDATE bare SET id = 2");
              })
          .prepare(null, null);
      assertThat(said)
          .containsExactly(
              "Publication 'walrelay', which is about to be created, makes every UPDATE and DELETE"
                  + " fail on these tables, which have no replica identity: public.bare; give each a"
                  + " primary key or run ALTER TABLE … REPLICA IDENTITY FULL");
      assertThat(database.query("SELECT pubname FROM pg_publication")).isEqualTo("walrelay");
    }
  }

  @Test
  void leavesThePublicationToAnotherProcessThatCreatesItAtTheSameTime() throws Exception {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TABLE bare (id int)");
      Source other = Source.of(database).slotName(database.name() + "_other");
      List<CompletableFuture<Prepared>> second = new ArrayList<>();
      Prepared first =
          Source.of(database)
              .source(
                  warning -> {
                    second.add(CompletableFuture.supplyAsync(() -> other.prepare(null)));
                    awaitLockWait(database);
                  })
              .prepare(null, null);
      assertThat(first.publicationCreated()).isTrue();
      assertThat(second.getFirst().get().slot()).isEqualTo(database.name() + "_other");
    }
  }

  private static void awaitLockWait(TestDatabase database) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                database.query(
                        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event_type = 'Lock'")
                    != null);
  }

  @Test
  void saysEachOnceAndAgainWhenItCameBack() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TABLE first (id int)");
      ReplicationSource source = Source.of(database).source(said::add);
      source.prepare(null, null);
      assertThat(takeSaid()).singleElement().asString().contains(": public.first;");
      source.prepare(null, null);
      source.checkPublication(database.dataSource());
      assertThat(takeSaid()).isEmpty();

      database.execute("CREATE TABLE second (id int)");
      source.checkPublication(database.dataSource());
      assertThat(takeSaid()).singleElement().asString().contains(": public.second;");

      database.execute("ALTER TABLE first ADD PRIMARY KEY (id)");
      source.checkPublication(database.dataSource());
      assertThat(takeSaid()).isEmpty();

      database.execute("ALTER TABLE first DROP CONSTRAINT first_pkey");
      source.checkPublication(database.dataSource());
      assertThat(takeSaid()).singleElement().asString().contains(": public.first;");
    }
  }

  @Test
  void namesTwentyTablesAndCountsTheRest() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "DO $$ BEGIN FOR i IN 100..122 LOOP EXECUTE format('CREATE TABLE t%s (id int)', i);"
              + " END LOOP; END $$",
          "CREATE PUBLICATION walrelay FOR ALL TABLES");
      assertThat(check(database))
          .singleElement()
          .asString()
          .contains("public.t119 and 3 more;")
          .doesNotContain("public.t120");
    }
  }

  @Test
  void doesNotHoldUpReadingWhereItCannotBeFoundOut() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database();
        Connection locking = database.connect();
        Statement statement = locking.createStatement()) {
      database.execute(
          "CREATE TABLE parted (id int) PARTITION BY LIST (id)",
          "CREATE TABLE leaf PARTITION OF parted FOR VALUES IN (1)",
          "CREATE PUBLICATION walrelay FOR ALL TABLES");
      locking.setAutoCommit(false);
      statement.execute("LOCK TABLE pg_inherits");
      ReplicationSource source = Source.of(database).source(said::add);
      CompletableFuture<Prepared> prepared =
          CompletableFuture.supplyAsync(() -> source.prepare(null, null));
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !said.isEmpty());
      locking.rollback();

      assertThat(prepared.join().slot()).isEqualTo(database.name() + "_slot");
      assertThat(takeSaid())
          .singleElement()
          .asString()
          .contains("could not be found out")
          .contains("canceling statement due to statement timeout");
      source.checkPublication(database.dataSource());
      assertThat(takeSaid()).singleElement().asString().contains(": public.leaf;");
    }
  }

  private List<String> check(TestDatabase database) throws SQLException {
    Source.of(database).source(said::add).checkPublication(database.dataSource());
    return takeSaid();
  }

  private List<String> takeSaid() {
    List<String> taken = List.copyOf(said);
    said.clear();
    return taken;
  }
}
