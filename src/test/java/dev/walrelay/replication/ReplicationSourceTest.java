package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicationSourceTest {

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 18})
  void createsPublicationAndSlotAndReads(int version) {
    try (TestDatabase database = TestServer.shared(version).database()) {
      Prepared prepared = Source.of(database).prepare(null);
      assertThat(prepared.slotOrigin()).isEqualTo(SlotOrigin.CREATED);
      assertThat(prepared.publicationCreated()).isTrue();
      assertThat(prepared.serverVersion()).startsWith(version + ".").doesNotContain(" ");
      assertThat(prepared.systemIdentifier())
          .isEqualTo(database.query("SELECT system_identifier FROM pg_control_system()"));
      assertThat(prepared.timeline()).isEqualTo(1);
      assertThat(database.query("SELECT puballtables FROM pg_publication")).isEqualTo("t");

      database.execute("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
      try (ReplicationConnection connection = Source.of(database).start(prepared)) {
        Reading reading = Reading.transaction(connection);
        assertThat(reading.types()).isEqualTo("BRIIC");
        assertThat(reading.first('R').lsn()).isEqualTo(Lsn.ZERO);
        assertThat(reading.first('I').lsn()).isGreaterThan(prepared.confirmed());
        assertThat(reading.end()).isGreaterThan(reading.first('I').lsn());
      }
    }
  }

  /** As it would not if the walsender had looked at the table of today before it decodes. */
  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void readsOldRowsByTheirOwnDefinition(int version) {
    try (TestDatabase database = TestServer.shared(version).database()) {
      database.execute("CREATE TABLE t (id int PRIMARY KEY, old_name text)");
      Source source = Source.of(database);
      source.prepare(null);
      database.execute(
          "INSERT INTO t VALUES (1, 'old')",
          "ALTER TABLE t RENAME old_name TO new_name",
          "ALTER TABLE t ADD COLUMN added int DEFAULT 7");
      try (ReplicationConnection connection = source.start(source.prepare(null))) {
        assertThat(Reading.transaction(connection).first('R').text())
            .contains("old_name")
            .doesNotContain("new_name", "added");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asksForAFailoverSlotAsConfigured(boolean failover) {
    try (TestDatabase database = TestServer.shared(17).database()) {
      Source.of(database)
          .slot(new SlotSettings("wanted", true, failover, false, OnLoss.FAIL))
          .prepare(null);
      assertThat(
              database.query(
                  "SELECT failover FROM pg_replication_slots WHERE slot_name = 'wanted'"))
          .isEqualTo(failover ? "t" : "f");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 17, 18})
  void asksForATwoPhaseSlotAsConfigured(int version) {
    try (TestDatabase database = TestServer.shared(version).database()) {
      Source.of(database)
          .slot(new SlotSettings("prepared", true, true, true, OnLoss.FAIL))
          .prepare(null);
      assertThat(
              database.query(
                  "SELECT two_phase FROM pg_replication_slots WHERE slot_name = 'prepared'"))
          .isEqualTo("t");
    }
  }

  @Test
  void publishesGeneratedColumnsWhenTold() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE made (id int PRIMARY KEY, b text GENERATED ALWAYS AS ('it is ' || id) STORED)");
      try (ReplicationConnection connection =
          Source.of(database)
              .publication(
                  new PublicationSettings(
                      "walrelay", true, List.of(), GeneratedColumns.STORED, false, Origin.ANY))
              .read()) {
        database.execute("INSERT INTO made VALUES (7)");
        assertThat(Reading.transaction(connection).first('I').text()).contains("it is 7");
      }
    }
  }

  @Test
  void publishesTheTablesThatAreListed() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE SCHEMA \"Sales\"",
          "CREATE TABLE \"Sales\".\"Big Orders\" (id int PRIMARY KEY)",
          "CREATE TABLE plain (id int PRIMARY KEY)",
          "CREATE TABLE other (id int PRIMARY KEY)");
      Source.of(database).tables("Sales.Big Orders", "plain").prepare(null);
      assertThat(
              database.queryAll(
                  "SELECT schemaname || '.' || tablename FROM pg_publication_tables ORDER BY 1"))
          .containsExactly("Sales.Big Orders", "public.plain");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "we\"ird",
        "dots.in.it",
        "MiXed Case",
        "größe 訂單",
        "\"",
        "\"\"all\".\"quoted\"",
        " spaces around ",
        "it's $1 \\n %s ?"
      })
  void publishesTablesWhateverTheirNames(String name) {
    try (TestDatabase database = TestServer.shared(18).database()) {
      String quoted = '"' + name.replace("\"", "\"\"") + '"';
      database.execute(
          "CREATE SCHEMA " + quoted,
          "CREATE TABLE %s.%s (id int PRIMARY KEY)".formatted(quoted, quoted),
          "CREATE TABLE %s (id int PRIMARY KEY)".formatted(quoted));
      Source source = Source.of(database).tables(quoted + "." + quoted, quoted);
      try (ReplicationConnection connection = source.read()) {
        assertThat(
                database.queryAll(
                    "SELECT schemaname || '|' || tablename FROM pg_publication_tables ORDER BY 1"))
            .containsExactlyInAnyOrder(name + "|" + name, "public|" + name);
        database.execute("INSERT INTO %s.%s VALUES (1)".formatted(quoted, quoted));
        assertThat(Reading.transaction(connection).types()).isEqualTo("BRIC");
      }
    }
  }

  @Test
  void sendsPartitionsUnderTheNameOfTheirRootWhenTold() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "CREATE TABLE the_root (id int PRIMARY KEY) PARTITION BY LIST (id)",
          "CREATE TABLE the_leaf PARTITION OF the_root FOR VALUES IN (1)");
      try (ReplicationConnection connection = Source.of(database).viaPartitionRoot().read()) {
        database.execute(
            "INSERT INTO the_leaf VALUES (1)",
            "TRUNCATE the_leaf",
            "TRUNCATE the_root",
            "SELECT pg_logical_emit_message(true, 'end', '')");
        Reading reading = Reading.untilType(connection, 'M');
        // The server does not send the leaf's TRUNCATE.
        assertThat(reading.types().replaceAll("[BCR]", "")).isEqualTo("ITM");
        assertThat(reading.first('R').text()).contains("the_root");
        assertThat(relation(reading.first('I'))).isEqualTo(relation(reading.first('R')));
      }
    }
  }

  private static String relation(Reading.Message message) {
    return message.text().substring(1, 5);
  }

  @Test
  void copesWithQuotesInThePublicationsName() {
    try (TestDatabase database = TestServer.shared(18).database();
        ReplicationConnection connection =
            Source.of(database)
                .publication(
                    new PublicationSettings(
                        "it's, \"odd\"",
                        true,
                        List.of(),
                        GeneratedColumns.NONE,
                        false,
                        Origin.NONE))
                .read()) {
      database.execute("CREATE TABLE t AS SELECT 1");
      assertThat(Reading.transaction(connection).types()).isEqualTo("BRIC");
    }
  }

  @Test
  void needsNoMoreThanReplicationWhenAllIsThere() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TABLE t (id int)", "CREATE PUBLICATION walrelay FOR ALL TABLES");
      String role = database.role("REPLICATION");
      try (ReplicationConnection connection =
          Source.of(database).role(role, database.password()).read()) {
        database.execute("INSERT INTO t VALUES (1)");
        assertThat(Reading.transaction(connection).types()).isEqualTo("BRIC");
      }
    }
  }

  @Test
  void leavesOutWhatWasReplicatedWhenTold() {
    try (TestDatabase database = TestServer.shared(18).database();
        ReplicationConnection connection =
            Source.of(database)
                .publication(
                    new PublicationSettings(
                        "walrelay", true, List.of(), GeneratedColumns.NONE, false, Origin.NONE))
                .read()) {
      database.execute(
          "CREATE TABLE t (who text)",
          "SELECT pg_replication_origin_create('" + database.name() + "')",
          "SELECT pg_replication_origin_session_setup('" + database.name() + "')",
          "INSERT INTO t VALUES ('replicated')",
          "SELECT pg_replication_origin_session_reset()",
          "SELECT pg_replication_origin_drop('" + database.name() + "')",
          "INSERT INTO t VALUES ('local')");
      assertThat(Reading.transaction(connection).first('I').text())
          .contains("local")
          .doesNotContain("replicated");
    }
  }

  @Test
  void sendsMessagesToo() {
    try (TestDatabase database = TestServer.shared(18).database();
        ReplicationConnection connection = Source.of(database).read()) {
      database.execute("SELECT pg_logical_emit_message(true, 'mail', 'hello')");
      assertThat(Reading.transaction(connection).first('M').text()).contains("mail", "hello");
    }
  }

  @Test
  void readsALoneCommitAtOnce() throws Exception {
    try (TestDatabase database = TestServer.shared(18).database();
        ReplicationConnection connection = Source.of(database).read()) {
      assertThat(Latency.ofCommits(database, connection)).isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void isNotHeldToTheTimeoutsOfOrdinarySessions() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      Source source = Source.of(database);
      Prepared prepared = source.prepare(null);
      database.execute(
          "CREATE TABLE t AS SELECT generate_series(1, 200000)",
          "ALTER DATABASE %s SET transaction_timeout = '50ms'".formatted(database.name()),
          "ALTER DATABASE %s SET statement_timeout = '50ms'".formatted(database.name()),
          "ALTER DATABASE %s SET idle_session_timeout = '50ms'".formatted(database.name()));
      try (ReplicationConnection connection = source.start(prepared)) {
        assertThat(Reading.transaction(connection).messages()).hasSize(200_003);
      }
    }
  }
}
