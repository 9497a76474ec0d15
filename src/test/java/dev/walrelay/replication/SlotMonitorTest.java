package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import org.junit.jupiter.api.Test;

class SlotMonitorTest {

  @Test
  void tellsHowFarTheSlotIsBehind() throws Exception {
    try (TestDatabase database = TestServer.shared(18).database()) {
      SlotMonitor monitor = new SlotMonitor(database.dataSource(), database.name() + "_slot");
      assertThat(monitor.status()).isEmpty();

      Prepared prepared = Source.of(database).prepare(null);
      try (ReplicationConnection reader = Source.of(database).start(prepared)) {
        assertThat(reader.read()).isNull();
        database.execute(
            "CREATE TABLE t AS SELECT repeat('x', 1000) FROM generate_series(1, 1000)");
        SlotStatus status = monitor.status().orElseThrow();
        assertThat(status.confirmed()).isEqualTo(prepared.confirmed());
        assertThat(status.lagBytes()).isGreaterThan(1_000_000);
        assertThat(status.retainedBytes()).isGreaterThanOrEqualTo(status.lagBytes());
        assertThat(status.activePid()).isPositive();
        assertThat(status.walStatus()).isEqualTo("reserved");
      }
      assertThat(monitor.status().orElseThrow().activePid()).isNull();
    }
  }
}
