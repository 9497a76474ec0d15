package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.walrelay.postgres.TcpProxy;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.replication.ReplicationException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("is bound to times")
class BrokenConnectionTest {

  private static final Duration SILENCE = Duration.ofSeconds(2);

  @Test
  void noticesThatItWasEnded() {
    try (TestDatabase database = TestServer.shared(18).database();
        ReplicationConnection connection = Source.of(database).read()) {
      database.execute(
          "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = '%s'"
              .formatted(database.name()));
      assertThat(assertUnavailable(connection)).isLessThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void noticesThatTheNetworkIsCut() {
    try (TestDatabase database = TestServer.shared(18).database();
        TcpProxy proxy = TcpProxy.before(database.server());
        ReplicationConnection connection = Source.of(database).url(proxy.url(database)).read()) {
      proxy.cut();
      assertThat(assertUnavailable(connection)).isLessThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void noticesSilence() {
    try (TestDatabase database = database();
        TcpProxy proxy = TcpProxy.before(database.server());
        ReplicationConnection connection = behind(proxy, database).read()) {
      proxy.freeze();
      assertSilent(connection);
    }
  }

  @Test
  void noticesSilenceInTheMiddleOfAMessage() {
    try (TestDatabase database = database();
        TcpProxy proxy = TcpProxy.before(database.server());
        ReplicationConnection connection = behind(proxy, database).read()) {
      proxy.freezeAfter(500_000);
      database.execute("CREATE TABLE t AS SELECT repeat('x', 1000000)");
      assertSilent(connection);
    }
  }

  @Test
  void livesOnAnIdleServer() {
    try (TestDatabase database = database();
        ReplicationConnection connection = Source.of(database).silence(SILENCE).read()) {
      long end = System.nanoTime() + Duration.ofSeconds(4).toNanos();
      Reading.until(connection, () -> System.nanoTime() > end);
    }
  }

  @Test
  void givesUpAServerThatAcceptsButDoesNotAnswer() {
    try (TestDatabase database = TestServer.shared(18).database();
        TcpProxy proxy = TcpProxy.before(database.server())) {
      proxy.freeze();
      long start = System.nanoTime();
      ReplicationException e = ConnectErrorsTest.failure(behind(proxy, database), null);
      assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
    }
  }

  @Test
  void closesPromptlyWhileTheServerSendsALargeTransaction() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      Source source = Source.of(database);
      Prepared prepared = source.prepare(null);
      database.execute("CREATE TABLE t AS SELECT repeat('x', 500) FROM generate_series(1, 300000)");
      ReplicationConnection connection = source.start(prepared);
      Reading.untilType(connection, 'I');
      long start = System.nanoTime();
      connection.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    }
  }

  /** With a short time-out, since the patience with a server is never shorter than its own. */
  private static TestDatabase database() {
    TestDatabase database = TestServer.shared(18).database();
    database.execute("ALTER DATABASE %s SET wal_sender_timeout = '1s'".formatted(database.name()));
    return database;
  }

  private static Source behind(TcpProxy proxy, TestDatabase database) {
    return Source.of(database).url(proxy.url(database)).silence(SILENCE);
  }

  private static void assertSilent(ReplicationConnection connection) {
    ReplicationException e =
        catchThrowableOfType(
            ReplicationException.class, () -> Reading.until(connection, () -> false));
    assertThat(e)
        .hasMessage(
            "The server has sent nothing for 2 s though it was asked to, so the connection counts"
                + " as dead; Walrelay connects again");
    assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
  }

  static Duration assertUnavailable(ReplicationConnection connection) {
    long start = System.nanoTime();
    ReplicationException e =
        catchThrowableOfType(
            ReplicationException.class, () -> Reading.until(connection, () -> false));
    assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
