package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The service as a process of its own, killed at any moment. */
class CrashTest {

  private static final int KILLS = 4;
  private static final int TRANSACTIONS = 400;
  private static final int ROWS = 20;

  @TempDir private Path folder;

  @Test
  void losesNothingAndAddsNothingTwiceWhenKilled() throws Exception {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      RunningWalrelay.start(database, folder).close();
      Random random = new Random(11);
      for (int kill = 0; kill < KILLS; kill++) {
        Process service = launch(database);
        try {
          write(database, kill);
          // Somewhere between its start and its having read everything.
          service.waitFor(1_500 + random.nextInt(1_500), TimeUnit.MILLISECONDS);
        } finally {
          service.destroyForcibly().waitFor();
        }
      }

      try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
        int expected = KILLS * TRANSACTIONS * ROWS;
        List<JsonNode> events = all(walrelay, expected);

        assertThat(events)
            .extracting(event -> event.path("id").stringValue())
            .isSorted()
            .doesNotHaveDuplicates();
        assertThat(events)
            .extracting(event -> event.path("key").path("id").intValue())
            .containsExactlyElementsOf(IntStream.range(0, expected).boxed().toList());
      }
    }
  }

  private Process launch(TestDatabase database) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WalrelayApplication.class.getName());
    command.addAll(RunningWalrelay.arguments(database, folder));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.txt").toFile())
        .start();
  }

  private static void write(TestDatabase database, int kill) {
    String[] statements = new String[TRANSACTIONS];
    for (int i = 0; i < TRANSACTIONS; i++) {
      int from = (kill * TRANSACTIONS + i) * ROWS;
      statements[i] =
          "INSERT INTO orders SELECT i FROM generate_series(%d, %d) i"
              .formatted(from, from + ROWS - 1);
    }
    database.execute(statements);
  }

  private static List<JsonNode> all(RunningWalrelay walrelay, int expected) {
    List<JsonNode> events = new ArrayList<>(walrelay.events("?from=earliest&limit=10000"));
    while (events.size() < expected) {
      String last = events.getLast().path("id").stringValue();
      List<JsonNode> page = walrelay.events("?limit=10000&wait=20s&after=" + last);
      assertThat(page).as("events after %s", last).isNotEmpty();
      events.addAll(page);
    }
    return events;
  }
}
