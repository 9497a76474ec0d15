package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("is bound to times")
class ConfirmingTest {

  private TestDatabase database;
  private Source source;

  @BeforeEach
  void create() {
    database = TestServer.shared(18).database();
    source = Source.of(database);
    database.execute("CREATE TABLE t (id int)");
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void sendsWhatWasReadAgainUnlessItWasConfirmed() {
    Prepared prepared = source.prepare(null);
    database.execute("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)");
    Lsn first;
    try (ReplicationConnection connection = source.start(prepared)) {
      first = Reading.transaction(connection).end();
      Reading.transaction(connection);
      connection.confirm(first);
      connection.confirm(Lsn.ZERO);
    }
    assertThat(confirmed()).isEqualTo(first);
    Prepared again = source.prepare(first);
    assertThat(again.confirmed()).isEqualTo(first);
    try (ReplicationConnection connection = source.start(again)) {
      assertThat(Reading.transaction(connection).first('I').text()).endsWith("2");
    }
    assertThat(confirmed()).isEqualTo(first);
  }

  @Test
  void startsBehindWhatIsStoredThoughTheSlotDoesNotKnow() {
    Prepared prepared = source.prepare(null);
    database.execute("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)");
    Lsn stored;
    try (ReplicationConnection connection = source.start(prepared)) {
      stored = Reading.transaction(connection).end();
    }
    try (ReplicationConnection connection = source.source().start(source.prepare(stored), stored)) {
      assertThat(Reading.transaction(connection).first('I').text()).endsWith("2");
    }
    assertThat(confirmed()).isEqualTo(stored);
  }

  @Test
  void sendsAConfirmationAtOnce() {
    try (ReplicationConnection connection = source.read()) {
      long[] nanos = new long[5];
      for (int i = 0; i < nanos.length; i++) {
        database.execute("INSERT INTO t VALUES (1)");
        Lsn end = Reading.transaction(connection).end();
        connection.confirm(end);
        long start = System.nanoTime();
        Reading.until(connection, () -> confirmed().equals(end));
        nanos[i] = System.nanoTime() - start;
      }
      // The median: a disk that stalls for a moment is not the rule.
      Arrays.sort(nanos);
      assertThat(Duration.ofNanos(nanos[nanos.length / 2])).isLessThan(Duration.ofMillis(700));
    }
  }

  @Test
  void movesOnWithAnIdleTableWhileTheServerNeverAsks() {
    database.execute(
        "CREATE TABLE unpublished (id int)",
        "CREATE PUBLICATION walrelay FOR TABLE t",
        "ALTER DATABASE %s SET wal_sender_timeout = 0".formatted(database.name()));
    try (ReplicationConnection connection = source.read()) {
      database.execute("INSERT INTO unpublished SELECT generate_series(1, 10000)");
      Lsn written = database.walPosition();
      Reading.until(
          connection,
          () -> {
            Lsn idle = connection.idlePosition();
            if (idle != null) {
              connection.confirm(idle);
            }
            return confirmed().compareTo(written) >= 0;
          });
    }
  }

  @Test
  void forgetsTheIdlePositionWhenAMessageComes() {
    try (ReplicationConnection connection = source.read()) {
      Reading.until(connection, () -> connection.idlePosition() != null);
      database.execute("INSERT INTO t VALUES (1)");
      Lsn end = Reading.transaction(connection).end();
      assertThat(connection.idlePosition()).isNull();
      Reading.until(connection, () -> connection.idlePosition() != null);
      assertThat(connection.idlePosition()).isGreaterThanOrEqualTo(end);
    }
  }

  @Test
  void staysConnectedWhileTheCallerIsBusy() {
    database.execute("ALTER DATABASE %s SET wal_sender_timeout = '1s'".formatted(database.name()));
    try (ReplicationConnection connection = source.read()) {
      String pid = activePid();
      database.execute("INSERT INTO t SELECT generate_series(1, 200000)");
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(10))
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                connection.keepAlive();
                return pid.equals(activePid());
              });
      assertThat(Reading.transaction(connection).messages()).hasSize(200_003);
    }
  }

  private Lsn confirmed() {
    return Lsn.parse(slot("confirmed_flush_lsn"));
  }

  private String activePid() {
    return slot("active_pid");
  }

  private String slot(String column) {
    return Objects.requireNonNullElse(
        database.query(
            "SELECT %s FROM pg_replication_slots WHERE slot_name = '%s_slot'"
                .formatted(column, database.name())),
        "none");
  }
}
