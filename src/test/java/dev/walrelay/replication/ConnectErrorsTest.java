package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.walrelay.postgres.FreePort;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.ReplicationException.Kind;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.wal.Lsn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectErrorsTest {

  private TestDatabase database;
  private Source source;

  @BeforeEach
  void create() {
    database = TestServer.shared(18).database();
    source = Source.of(database);
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void saysThatTheAddressIsNoneOfPostgres() {
    assertRefused(source.url("jdbc:mysql://localhost/x"))
        .hasMessage(
            "spring.datasource.url is not an address of PostgreSQL, so there is nothing to read from;"
                + " set it to jdbc:postgresql://HOST:PORT/DATABASE");
  }

  @Test
  void saysThatThePasswordIsWrong() {
    String role = database.role("REPLICATION");
    assertRefused(source.role(role, "guess"))
        .hasMessage(
            "The server %s refuses the password of role '%s'; set spring.datasource.username and"
                + " spring.datasource.password to a login that it accepts",
            server(), role);
  }

  @Test
  void saysThatTheRoleMayNotLogIn() {
    String role = database.role("REPLICATION NOLOGIN");
    assertRefused(source.role(role, database.password()))
        .hasMessage(
            "The server %s does not let role '%s' in (role \"%s\" is not permitted to log in); add a"
                + " line for it to the server's pg_hba.conf or create the role with LOGIN",
            server(), role, role);
  }

  @Test
  void saysThatThereIsNoSuchDatabase() {
    assertRefused(source.url(database.url() + "_gone"))
        .hasMessage(
            "There is no such database on the server: %s_gone; correct spring.datasource.url",
            server());
  }

  @Test
  void saysWhichAttributeTheRoleLacks() {
    String role = database.role("");
    assertRefused(source.role(role, database.password()))
        .hasMessage(
            "Role '%s' may not read the write-ahead log (permission denied to start WAL sender); run"
                + " as superuser: ALTER ROLE \"%s\" REPLICATION",
            role, role);
  }

  @Test
  void saysThatAllTablesNeedASuperuser() {
    String role = database.role("REPLICATION");
    database.execute("GRANT CREATE ON DATABASE %s TO %s".formatted(database.name(), role));
    assertRefused(source.role(role, database.password()))
        .hasMessage(
            "Publication 'walrelay' cannot be created (must be superuser to create FOR ALL TABLES"
                + " publication); only a superuser may publish all tables: run CREATE PUBLICATION"
                + " \"walrelay\" FOR ALL TABLES as one, or list the tables in"
                + " walrelay.publication.tables");
  }

  @Test
  void saysThatPublishingATableNeedsItsOwner() {
    String role = database.role("REPLICATION");
    database.execute(
        "CREATE TABLE orders (id int PRIMARY KEY)",
        "GRANT CREATE ON DATABASE %s TO %s".formatted(database.name(), role));
    assertRefused(source.role(role, database.password()).tables("orders"))
        .hasMessage(
            "Publication 'walrelay' cannot be created (must be owner of table orders); role '%s' must"
                + " own the tables and have the right CREATE on the database, or let one that does run"
                + " CREATE PUBLICATION \"walrelay\" FOR TABLE \"orders\"",
            role);
  }

  @Test
  void saysThatATableToPublishIsMissing() {
    assertRefused(source.tables("sales.orders"))
        .hasMessage(
            "Publication 'walrelay' cannot be created (schema \"sales\" does not exist); correct"
                + " walrelay.publication.tables or create what is missing");
  }

  @Test
  void saysThatThePublicationIsMissing() {
    assertRefused(
            source.publication(
                new PublicationSettings(
                    "feed", false, List.of(), GeneratedColumns.NONE, false, Origin.ANY)))
        .hasMessage(
            "Publication 'feed' does not exist, so no change would ever arrive, and"
                + " walrelay.publication.create is false; run CREATE PUBLICATION \"feed\" FOR ALL"
                + " TABLES");
  }

  @Test
  void saysThatThePublicationHasNoTables() {
    database.execute("CREATE PUBLICATION walrelay");
    assertRefused(source)
        .hasMessage(
            "Publication 'walrelay' has no tables, so no change would ever arrive; run ALTER"
                + " PUBLICATION \"walrelay\" ADD TABLE followed by their names");
  }

  @Test
  void saysThatTheSlotsNameIsNone() {
    assertRefused(source.slotName("My-Slot"))
        .hasMessage(
            "'My-Slot' cannot be the name of a replication slot; set walrelay.slot.name to at most 63"
                + " lower-case letters, digits and underscores");
  }

  @Test
  void saysThatTheSlotIsMissing() {
    assertRefused(source.slot(new SlotSettings("gone", false, true, false, OnLoss.FAIL)))
        .hasMessage(
            "Slot 'gone' does not exist and walrelay.slot.create is false; run SELECT"
                + " pg_create_logical_replication_slot('gone', 'pgoutput')");
  }

  @Test
  void saysThatTheSlotHasAnotherPlugin() {
    database.execute("SELECT pg_create_logical_replication_slot('other', 'test_decoding')");
    assertRefused(source.slotName("other"))
        .hasMessage(
            "Slot 'other' decodes with the plugin 'test_decoding', whose output Walrelay does not"
                + " read; set walrelay.slot.name to a name of its own");
  }

  @Test
  void saysThatTheSlotIsPhysical() {
    database.execute("SELECT pg_create_physical_replication_slot('physical')");
    assertRefused(source.slotName("physical"))
        .hasMessage(
            "Slot 'physical' belongs to physical replication, which sends no rows; set"
                + " walrelay.slot.name to a name of its own");
    database.execute("SELECT pg_drop_replication_slot('physical')");
  }

  @Test
  void saysThatTheSlotBelongsToAnotherDatabase() {
    try (TestDatabase elsewhere = database.server().database()) {
      elsewhere.execute("SELECT pg_create_logical_replication_slot('elsewhere', 'pgoutput')");
      assertRefused(source.slotName("elsewhere"))
          .hasMessage(
              "Slot 'elsewhere' belongs to database '%s' and sends nothing of '%s'; set"
                  + " walrelay.slot.name to a name of its own",
              elsewhere.name(), database.name());
    }
  }

  @Test
  void saysThatTheSlotIsOlderThanThePublication() {
    database.execute("SELECT pg_create_logical_replication_slot('old', 'pgoutput')");
    assertRefused(source.slotName("old"))
        .hasMessage(
            "Slot 'old' is older than publication 'walrelay', which does not exist yet, so what the"
                + " slot holds cannot be decoded; run SELECT pg_drop_replication_slot('old'), then"
                + " Walrelay creates both in the right order");
  }

  @Test
  void saysThatChangesMadeBeforeThePublicationCannotBeDecoded() {
    try (TestDatabase on17 = TestServer.shared(17).database()) {
      on17.execute(
          "SELECT pg_create_logical_replication_slot('early', 'pgoutput')",
          "CREATE TABLE t AS SELECT 1",
          "CREATE PUBLICATION walrelay FOR ALL TABLES");
      try (ReplicationConnection connection = Source.of(on17).slotName("early").read()) {
        ReplicationException e =
            catchThrowableOfType(ReplicationException.class, () -> Reading.transaction(connection));
        assertThat(e)
            .hasMessageStartingWith(
                "Slot 'early' can send nothing more through publication 'walrelay' (publication"
                    + " \"walrelay\" does not exist), so changes are lost that were never read");
        assertThat(e.kind()).isEqualTo(Kind.SLOT_LOST);
      }
    }
  }

  @Test
  void saysThatTheServerCannotPublishGeneratedColumns() {
    try (TestDatabase on17 = TestServer.shared(17).database()) {
      assertRefused(
              Source.of(on17)
                  .publication(
                      new PublicationSettings(
                          "walrelay", true, List.of(), GeneratedColumns.STORED, false, Origin.ANY)))
          .hasMessage(
              "PostgreSQL %s cannot publish generated columns; use version 18 or newer, or set"
                  + " walrelay.publication.generated-columns=none",
              on17.query("SELECT split_part(current_setting('server_version'), ' ', 1)"));
    }
  }

  @Test
  void saysThatTheServerCannotTellOrigins() {
    try (TestDatabase on15 = TestServer.shared(15).database()) {
      assertRefused(
              Source.of(on15)
                  .publication(
                      new PublicationSettings(
                          "walrelay", true, List.of(), GeneratedColumns.NONE, false, Origin.NONE)))
          .hasMessage(
              "PostgreSQL %s cannot leave out changes that were themselves replicated; use version 16"
                  + " or newer, or set walrelay.publication.origin=any",
              on15.query("SELECT split_part(current_setting('server_version'), ' ', 1)"));
    }
  }

  @Test
  void saysThatAnEncodingCannotBeRead() {
    database.execute("CREATE DATABASE mule ENCODING 'MULE_INTERNAL' LOCALE 'C' TEMPLATE template0");
    try {
      assertRefused(source.url(database.server().url("mule")))
          .hasMessage(
              "The server %s:%d/mule cannot be read from (conversion between UTF8 and MULE_INTERNAL"
                  + " is not supported), as one with the encoding MULE_INTERNAL, which has no"
                  + " conversion to UTF-8; move the database to another encoding",
              database.server().host(), database.server().port());
    } finally {
      database.execute("DROP DATABASE mule");
    }
  }

  @Test
  void warnsOfANameThatHasAllTextConverted() {
    try (TestDatabase latin =
        database.server().database("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")) {
      Source here =
          Source.of(latin)
              .publication(
                  new PublicationSettings(
                      "größe", true, List.of(), GeneratedColumns.NONE, false, Origin.ANY));
      List<String> warned = new ArrayList<>();
      here.source(warned::add).prepare(null, null);
      assertThat(warned)
          .singleElement()
          .asString()
          .startsWith("The name of publication 'größe' is not ASCII");
    }
  }

  @Test
  void saysThatTheServerIsTooOld() {
    ReplicationException e =
        catchThrowableOfType(
            ReplicationException.class, () -> Server.requireVersion("14.22", 140_022));
    assertThat(e)
        .hasMessage(
            "The server is PostgreSQL 14.22, which lacks what Walrelay needs of logical decoding;"
                + " use version 15 or newer");
    assertThat(e.kind()).isEqualTo(Kind.MISCONFIGURED);
  }

  @Test
  void saysThatTheServerWritesNothingThatCanBeDecoded() {
    try (TestServer server = TestServer.start(18, Map.of("wal_level", "replica"));
        TestDatabase here = server.database()) {
      assertRefused(Source.of(here))
          .hasMessage(
              "wal_level is 'replica', so the server writes nothing that can be decoded; set wal_level"
                  + " = logical in postgresql.conf and restart the server");
    }
  }

  @Test
  void standsByWhileAnotherReads() {
    Prepared early = source.prepare(null);
    try (ReplicationConnection reader = source.start(early)) {
      reader.keepAlive();
      String pid =
          database.query(
              "SELECT active_pid FROM pg_replication_slots WHERE slot_name = '%s_slot'"
                  .formatted(database.name()));
      assertThat(failure(source, null))
          .hasMessage(
              "Slot '%s_slot' is read by the process with PID %s of the server, so this one stands"
                  + " by until it is free",
              database.name(), pid)
          .extracting(ReplicationException::kind)
          .isEqualTo(Kind.SLOT_BUSY);
      ReplicationException tooLate =
          catchThrowableOfType(ReplicationException.class, () -> source.start(early));
      assertThat(tooLate)
          .hasMessage(
              "Slot '%s_slot' is read by another process (replication slot \"%s_slot\" is active"
                  + " for PID %s), so this one stands by until it is free",
              database.name(), database.name(), pid);
      assertThat(tooLate.kind()).isEqualTo(Kind.SLOT_BUSY);
    }
  }

  @Test
  void triesAgainWhenNobodyListens() {
    int port = FreePort.find();
    ReplicationException e =
        failure(
            source.url("jdbc:postgresql://localhost:%d/x?password=secret".formatted(port)), null);
    assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(e)
        .hasMessageStartingWith("The connection to localhost:%d/x failed or was ended", port)
        .hasMessageNotContaining("secret");
  }

  private String server() {
    TestServer server = database.server();
    return "%s:%d/%s".formatted(server.host(), server.port(), database.name());
  }

  private static AbstractThrowableAssert<?, ReplicationException> assertRefused(Source source) {
    ReplicationException e = failure(source, null);
    assertThat(e.kind()).isEqualTo(Kind.MISCONFIGURED);
    return assertThat(e);
  }

  static ReplicationException failure(Source source, @Nullable Lsn stored) {
    return catchThrowableOfType(ReplicationException.class, () -> source.prepare(stored));
  }
}
