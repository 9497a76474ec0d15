package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.StopMode;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerRestartTest {

  @ParameterizedTest
  @EnumSource
  void letsTheServerStopAndReadsOnWhenItIsBack(StopMode mode) {
    try (TestServer server = TestServer.start(18, Map.of("fsync", "on"));
        TestDatabase database = server.database()) {
      database.execute("CREATE TABLE t (id int)");
      Source source = Source.of(database);
      Lsn stored;
      try (ReplicationConnection connection = source.read()) {
        database.execute("INSERT INTO t VALUES (1)");
        stored = Reading.transaction(connection).end();
        Thread.startVirtualThread(() -> server.restart(mode));
        assertThat(BrokenConnectionTest.assertUnavailable(connection))
            .isLessThan(Duration.ofSeconds(20));
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> database.query("SELECT 1") != null);
      database.execute("INSERT INTO t VALUES (2)");
      try (ReplicationConnection connection =
          source.source().start(source.prepare(stored), stored)) {
        assertThat(Reading.transaction(connection).first('I').text()).endsWith("2");
      }
    }
  }
}
