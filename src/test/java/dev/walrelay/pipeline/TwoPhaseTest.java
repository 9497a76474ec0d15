package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.pipeline.ReplicationStatus.State;
import dev.walrelay.postgres.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoPhaseTest {

  @TempDir private Path folder;

  /** The large one is streamed, the others are sent when they are prepared. */
  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void keepsPreparedTransactionsOverRestarts(int version) {
    try (StreamingSource source = StreamingSource.on(version)) {
      TestDatabase database = source.database();
      String name = database.name();
      Relay.Options options = Relay.Options.of(database).decodingPrepared();
      database.execute("CREATE TABLE t (id int PRIMARY KEY, text text)");
      try (Relay relay = Relay.start(folder, options)) {
        database.execute("INSERT INTO t VALUES (0)");
        database.execute("BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION '" + name + " a'");
        database.execute(
            "BEGIN; INSERT INTO t SELECT i, repeat('x', 500) FROM generate_series(2, 300) i;"
                + ("PREPARE TRANSACTION '" + name + " b'"));
        database.execute("BEGIN; INSERT INTO t VALUES (999); PREPARE TRANSACTION '" + name + "'");
        assertThat(relay.awaitStored(database).events()).hasSize(1);
      }
      assertThat(source.blocks(name)).isPositive();
      assertThat(files()).hasSize(3).allMatch(file -> file.endsWith(".prepared"));

      try (Relay relay = Relay.start(folder, options)) {
        database.execute("ROLLBACK PREPARED '" + name + "'", "COMMIT PREPARED '" + name + " b'");
        assertThat(relay.awaitStored(database).events()).hasSize(300);
      }
      try (Relay relay = Relay.start(folder, options)) {
        database.execute("INSERT INTO t VALUES (301)", "COMMIT PREPARED '" + name + " a'");
        List<String> events = relay.awaitStored(database).events();
        assertThat(events).hasSize(302).isSorted();
        assertThat(events.getLast()).contains("-00000001\"", "\"key\":{\"id\":1}");
        await().untilAsserted(() -> assertThat(files()).isEmpty());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void decodesAtPrepareAlsoThroughASlotThatWasNotMadeForIt(int version) {
    try (StreamingSource source = StreamingSource.on(version)) {
      TestDatabase database = source.database();
      source.createSlot(database.name(), false);
      database.execute("CREATE TABLE t (id int PRIMARY KEY)");
      database.execute(
          "BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION '" + database.name() + "'");
      try (Relay relay = Relay.start(folder, Relay.Options.of(database).decodingPrepared())) {
        relay.awaitStored(database);
        await().untilAsserted(() -> assertThat(files()).hasSize(1));
        database.execute("COMMIT PREPARED '" + database.name() + "'");
        assertThat(relay.awaitStored(database).events()).hasSize(1);
      }
      // It goes on with it, also when it is no longer asked to.
      database.execute(
          "BEGIN; INSERT INTO t VALUES (2); PREPARE TRANSACTION '" + database.name() + "'",
          "COMMIT PREPARED '" + database.name() + "'");
      try (Relay relay = Relay.start(folder, Relay.Options.of(database))) {
        assertThat(relay.awaitStored(database).events()).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = 18)
  void stopsRatherThanLosingAPreparedTransaction(int version) throws IOException {
    try (StreamingSource source = StreamingSource.on(version)) {
      TestDatabase database = source.database();
      Relay.Options options = Relay.Options.of(database).decodingPrepared();
      database.execute("CREATE TABLE t (id int PRIMARY KEY)");
      try (Relay relay = Relay.start(folder, options)) {
        database.execute(
            "BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION '" + database.name() + "'");
        relay.awaitStored(database);
      }
      Path file = Relay.spill(folder).resolve(files().getFirst());
      Files.move(file, folder.resolve("kept"));
      try (Relay relay = Relay.start(folder, options)) {
        database.execute("COMMIT PREPARED '" + database.name() + "'");
        await().until(() -> relay.status().situation().state() == State.FAILED);
        assertThat(relay.status().situation().reason())
            .contains(database.name(), Relay.spill(folder).toString());

        Files.move(folder.resolve("kept"), file);
        assertThat(relay.awaitStored(database).events()).hasSize(1);
      }
    }
  }

  private List<String> files() {
    try (Stream<Path> files = Files.list(Relay.spill(folder))) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
