package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.replication.ReplicationException.Kind;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlotLossTest {

  private static final Lsn STORED = new Lsn(1);

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
  void doesNotReplaceALostSlotUntold() {
    ReplicationException e = ConnectErrorsTest.failure(source, STORED);
    assertThat(e.kind()).isEqualTo(Kind.SLOT_LOST);
    assertThat(e)
        .hasMessage(
            "Slot '%s_slot' that fed the log is gone, so changes are lost that were never read; set"
                + " walrelay.slot.on-loss=recreate to go on with a new slot and a gap in the"
                + " stream",
            database.name());
    assertThat(database.query("SELECT count(*) FROM pg_publication")).isEqualTo("0");
  }

  @Test
  void replacesALostSlotWhenTold() {
    Prepared anew = source.onLoss(OnLoss.RECREATE).prepare(STORED);
    assertThat(anew.slotOrigin()).isEqualTo(SlotOrigin.RECREATED);
    assertThat(anew.publicationCreated()).isTrue();
    Prepared again = source.prepare(STORED);
    assertThat(again.slotOrigin()).isEqualTo(SlotOrigin.FOUND);
    assertThat(again.publicationCreated()).isFalse();
    assertThat(again.confirmed()).isEqualTo(anew.confirmed());
  }

  @Test
  void treatsALostPublicationAsALoss() {
    source.prepare(null);
    database.execute("DROP PUBLICATION walrelay");
    assertThat(ConnectErrorsTest.failure(source, STORED))
        .hasMessageStartingWith(
            "Publication 'walrelay' is gone, without which what slot '%s_slot' holds cannot be"
                + " decoded, so changes are lost",
            database.name());
    Prepared anew = source.onLoss(OnLoss.RECREATE).prepare(STORED);
    assertThat(anew.slotOrigin()).isEqualTo(SlotOrigin.RECREATED);
    try (ReplicationConnection connection = source.start(anew)) {
      database.execute("CREATE TABLE t AS SELECT 1");
      assertThat(Reading.transaction(connection).types()).isEqualTo("BRIC");
    }
  }

  @Test
  void noticesALossOfChangesWhereWarningsAreTurnedOff() {
    database.execute(
        "CREATE TABLE t (id int)",
        "ALTER DATABASE %s SET client_min_messages = 'error'".formatted(database.name()));
    try (ReplicationConnection connection = source.read()) {
      database.execute("DROP PUBLICATION walrelay", "INSERT INTO t VALUES (1)");

      assertThatThrownBy(() -> Reading.transaction(connection))
          .isInstanceOf(SlotLostException.class)
          .hasMessageContaining("publication 'walrelay'");
    }
  }

  @Test
  void findsASlotThatTheServerGaveUp() {
    try (TestServer server =
            TestServer.start(
                18, Map.of("max_slot_wal_keep_size", "1MB", "max_replication_slots", "1"));
        TestDatabase here = server.database()) {
      Source lost = Source.of(here);
      lost.prepare(null);
      assertThat(ConnectErrorsTest.failure(lost.slotName("one_more"), null))
          .hasMessage(
              "The server has no replication slot to spare for 'one_more' (all replication slots"
                  + " are in use); drop one that nobody uses or raise max_replication_slots and"
                  + " restart the server")
          .extracting(ReplicationException::kind)
          .isEqualTo(Kind.UNAVAILABLE);
      for (int i = 0; i < 4; i++) {
        here.execute("SELECT pg_logical_emit_message(false, '', '')", "SELECT pg_switch_wal()");
      }
      here.execute("CHECKPOINT");
      ReplicationException e = ConnectErrorsTest.failure(lost, null);
      assertThat(e.kind()).isEqualTo(Kind.SLOT_LOST);
      assertThat(e)
          .hasMessageStartingWith(
              "Slot '%s_slot' was invalidated by the server (wal_removed), so changes are lost",
              here.name());
      Prepared anew = lost.onLoss(OnLoss.RECREATE).prepare(STORED);
      assertThat(anew.slotOrigin()).isEqualTo(SlotOrigin.RECREATED);
      lost.start(anew).close();
    }
  }

  @Test
  void saysWhatTheCreationOfASlotWaitsFor() throws Exception {
    try (Connection open = database.connect();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("CREATE TABLE t (id int)");
      ReplicationException e =
          ConnectErrorsTest.failure(source.silence(Duration.ofSeconds(1)), null);
      assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(e)
          .hasMessage(
              "Slot '%s_slot' was not created within 1 s, since that waits for every transaction"
                  + " that is open now; end the long ones (pg_stat_activity), Walrelay tries again",
              database.name());
      assertThat(
              database.query(
                  "SELECT 1 FROM pg_replication_slots WHERE slot_name = '"
                      + database.name()
                      + "_slot'"))
          .isNull();
    }
  }
}
