package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.pipeline.ReplicationStatus.State;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

class LargeTransactionTest {

  @TempDir private Path folder;

  /** Asked for here, where the thread is still the one that the server belongs to. */
  private final TestServer server = TestServer.shared(18);

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void passesThroughAHeapThatIsMuchSmaller() throws IOException {
    int rows = 200_000;
    try (TestDatabase database = server.database()) {
      database.execute("CREATE TABLE t (id int PRIMARY KEY, text text)");
      Relay.Options options = Relay.Options.of(database).memory(8 << 20);
      try (SmallHeapProcess relay = SmallHeapProcess.start("64m", options, rows, folder)) {
        database.execute(
            "INSERT INTO t SELECT i, repeat('x', 500) FROM generate_series(1, %d) i"
                .formatted(rows));
        assertThat(relay.awaitFirst()).isLessThan(rows / 2);
        relay.awaitAll();
      }
    }
  }

  @Test
  void waitsForRoomOnAFullDisk() throws IOException {
    try (StreamingSource source = StreamingSource.on(18)) {
      TestDatabase database = source.database();
      database.execute("CREATE TABLE t (id int PRIMARY KEY, text text)");
      try (Relay relay = Relay.start(folder, Relay.Options.of(database).memory(0));
          CrampedDirectory spill = CrampedDirectory.of(Relay.spill(folder), 1)) {
        database.execute(
            "INSERT INTO t SELECT i, repeat('x', 600) FROM generate_series(1, 5000) i");
        await().until(() -> relay.replication().storageFailure() != null);
        assertThat(relay.replication().storageFailure()).contains(Relay.spill(folder).toString());
        assertThat(relay.status().situation().state()).isEqualTo(State.STREAMING);
        assertThat(relay.status().situation().reason()).contains("nothing is lost");
        assertThat(relay.events()).isEmpty();

        spill.makeRoom();
        assertThat(relay.awaitStored(database).events()).hasSize(5000).doesNotHaveDuplicates();
        assertThat(relay.replication().storageFailure()).isNull();
        assertThat(relay.status().situation().reason()).isNull();
      }
    }
  }
}
