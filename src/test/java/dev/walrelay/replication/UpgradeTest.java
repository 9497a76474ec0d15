package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.replication.ReplicationException.Kind;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A server as pg_upgrade leaves it: a new system with a first timeline, whose log goes on behind
 * the old one's, and in it the publication and a new slot. (The binaries of tests have no
 * pg_upgrade.)
 */
class UpgradeTest {

  /** Of a server that was made long before. */
  private static final String OLDER = "6900000000000000000";

  private static final Lsn STORED = new Lsn(0x1000000);

  @TempDir private Path folder;
  private TestDatabase database;
  private Source source;

  @BeforeEach
  void makeTheSlot() {
    database = TestServer.shared(18).database();
    source = Source.of(database);
    source.prepare(null);
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void goesOnWithTheSlotOfAnUpgradedServer() {
    Lsn confirmed = confirmed();

    Prepared prepared = source.source().prepare(new StoredHistory(STORED, OLDER, 7, 17), null);

    assertThat(prepared.slotOrigin()).isEqualTo(SlotOrigin.UPGRADED);
    assertThat(prepared.confirmed()).isEqualTo(confirmed).isEqualTo(confirmed());
    assertThat(prepared.forkedAt()).isNull();
  }

  @Test
  void refusesWhatIsNoUpgrade() {
    assertThat(refusal(new StoredHistory(STORED, OLDER, 7, 18))).doesNotContain("pg_upgrade");
    assertThat(refusal(new StoredHistory(new Lsn(1L << 50), OLDER, 7, 17)))
        .doesNotContain("pg_upgrade");
    String younger = Long.toUnsignedString(Long.parseUnsignedLong(identifier()) + (1L << 40));
    assertThat(refusal(new StoredHistory(STORED, younger, 1, 17))).doesNotContain("pg_upgrade");
    database.execute("SELECT pg_drop_replication_slot('%s_slot')".formatted(database.name()));
    assertThat(refusal(new StoredHistory(STORED, OLDER, 7, 17))).doesNotContain("pg_upgrade");
  }

  @Test
  void saysWhatToDoWhereTheVersionBeforeIsNotKnown() {
    assertThat(refusal(new StoredHistory(STORED, OLDER, 7, 0)))
        .endsWith(
            ("set walrelay.log.adopt=true to go on with the new source behind a gap (if it is the"
                    + " same one after pg_upgrade, that is safe: slot '%s_slot' is there, behind all"
                    + " that is stored, but the log does not know the version before).")
                .formatted(database.name()));
  }

  @Test
  void keepsIdsAscendingOverAnUpgradeAndMarksThePlace() {
    TestDatabase old = TestServer.shared(17).database();
    old.execute("CREATE TABLE orders (id int PRIMARY KEY)");
    try (RunningWalrelay walrelay = RunningWalrelay.start(old, folder)) {
      old.execute("INSERT INTO orders VALUES (1)");
      walrelay.awaitEvents(1);
    }
    Lsn oldEnd = old.walPosition();
    old.close();
    try (TestServer upgraded = TestServer.start(18, Map.of());
        TestDatabase here = upgraded.database()) {
      while (!here.walPosition().isAfter(oldEnd)) {
        here.execute("SELECT pg_logical_emit_message(false, '', '')", "SELECT pg_switch_wal()");
      }
      here.execute(
          "CREATE TABLE orders (id int PRIMARY KEY)",
          "CREATE PUBLICATION walrelay FOR ALL TABLES",
          "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(here.name()),
          "INSERT INTO orders VALUES (2)");
      for (int start = 0; start < 2; start++) {
        try (RunningWalrelay walrelay = RunningWalrelay.start(here, folder)) {
          List<JsonNode> events = walrelay.awaitEvents(3);
          assertThat(events)
              .extracting(event -> event.path("op").stringValue())
              .containsExactly("insert", "gap", "insert");
          assertThat(events.get(1).path("reason").stringValue()).isEqualTo("slot_moved");
          assertThat(events)
              .extracting(event -> event.path("id").stringValue())
              .isSorted()
              .allMatch(id -> id.startsWith("00"));
        }
      }
    }
  }

  private Lsn confirmed() {
    return Lsn.parse(
        query(
            "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '%s_slot'"
                .formatted(database.name())));
  }

  private String identifier() {
    return query("SELECT system_identifier FROM pg_control_system()");
  }

  private String query(String sql) {
    return Objects.requireNonNull(database.query(sql));
  }

  private String refusal(StoredHistory stored) {
    ReplicationException e =
        catchThrowableOfType(
            ReplicationException.class, () -> source.source().prepare(stored, null));
    assertThat(e.kind()).isEqualTo(Kind.OTHER_SYSTEM);
    return String.valueOf(e.getMessage());
  }
}
