package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a reader gets that is cut off again and again. */
class ResumeTest {

  private static final int ROWS = 20_000;
  private static final int ROWS_PER_TRANSACTION = 50;
  private static final int CUTS = 50;

  @TempDir private Path folder;

  @Test
  void continuesWithoutGapOrRepeatWhereverTheStreamIsCut() throws Exception {
    try (TestDatabase database = TestServer.shared(18).database();
        RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      Thread writer = Thread.ofVirtual().start(() -> write(database));

      List<String> ids = new ArrayList<>();
      List<Integer> keys = new ArrayList<>();
      while (keys.size() < ROWS) {
        int upTo = Math.min(ROWS, keys.size() + ROWS / CUTS);
        read(walrelay, ids, keys, upTo);
      }
      writer.join();

      assertThat(ids).isSorted().doesNotHaveDuplicates();
      assertThat(keys).containsExactlyElementsOf(IntStream.range(0, ROWS).boxed().toList());
    }
  }

  private static void write(TestDatabase database) {
    for (int from = 0; from < ROWS; from += ROWS_PER_TRANSACTION) {
      database.execute(
          "INSERT INTO orders SELECT i FROM generate_series(%d, %d) i"
              .formatted(from, from + ROWS_PER_TRANSACTION - 1));
    }
  }

  private static void read(
      RunningWalrelay walrelay, List<String> ids, List<Integer> keys, int upTo) {
    String[] resume = ids.isEmpty() ? new String[0] : new String[] {"Last-Event-ID", ids.getLast()};
    try (Stream<String> lines = walrelay.stream("?from=earliest", resume)) {
      Iterator<String> frames = lines.filter(line -> line.startsWith("data: ")).iterator();
      while (keys.size() < upTo) {
        JsonNode event = RunningWalrelay.JSON.readTree(frames.next().substring("data: ".length()));
        ids.add(event.path("id").stringValue());
        keys.add(event.path("key").path("id").intValue());
      }
    }
  }
}
