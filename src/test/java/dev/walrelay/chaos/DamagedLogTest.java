package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A log whose file is damaged says so, skips nothing silently, and there is a way out. */
class DamagedLogTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String WAY_OUT = "walrelay.log.repair=true";
  private static final int BLOCKS = 4;
  private static final int ROWS_OF_A_BLOCK = 500;
  private static final int ROWS = BLOCKS * ROWS_OF_A_BLOCK;

  @TempDir private Path folder;
  private final TestDatabase database = TestServer.shared(18).database();
  private DamagedFile file;
  private List<String> ids;

  @BeforeEach
  void storeEvents() throws IOException {
    file = new DamagedFile(folder);
    Workload.prepare(database);
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      for (int block = 0; block < BLOCKS; block++) {
        insert(block * ROWS_OF_A_BLOCK, ROWS_OF_A_BLOCK);
        walrelay.awaitEvents((block + 1) * ROWS_OF_A_BLOCK);
      }
      ids = ids(walrelay.awaitEvents(ROWS));
      file.copyTo(folder.resolve("in-use"));
    }
  }

  @AfterEach
  void dropDatabase() {
    database.close();
  }

  @Test
  void tellsReadersOfADamagedBlockAndBeginsBehindItWhenTold() throws Exception {
    file.flipInSecondBlock();
    int before;
    try (Receiver receiver = Receiver.start()) {
      try (RunningWalrelay walrelay = start(receiver)) {
        before = assertReadableUpToTheDamage(walrelay);
        await().atMost(PATIENCE).until(() -> state(walrelay).equals("disabled"));
        assertThat(subscription(walrelay).path("reason").stringValue()).contains(WAY_OUT);
        assertThat(receiver.ids()).isEqualTo(ids.subList(0, before));
      }
      try (RunningWalrelay walrelay = start(receiver, "--walrelay.log.repair=true")) {
        insert(ROWS, 1);
        List<String> behind = ids(walrelay.awaitEvents(1));
        assertGap(walrelay, ids.get(0));
        assertThat(walrelay.health("eventLog").path("status").stringValue()).isEqualTo("UP");
        assertThat(ids).endsWith(behind.subList(0, behind.size() - 1).toArray(String[]::new));
        assertThat(behind.size()).isBetween(ROWS_OF_A_BLOCK, ROWS - before);
        await().atMost(PATIENCE).until(() -> state(walrelay).equals("expired"));
        walrelay.post("/v1/subscriptions/s/resume", "");
        await().atMost(PATIENCE).until(() -> receiver.ids().contains(behind.getLast()));
        assertThat(receiver.requests().get(before).text()).contains("\"op\":\"gap\"");
        assertThat(receiver.ids()).endsWith(behind.toArray(String[]::new));
      }
    }
  }

  @Test
  void refusesAFileWithoutBeginningOrEndAndBeginsANewOneWhereTheSlotIs() throws Exception {
    DamagedFile cut = file.copyTo(folder.resolve("cut"));
    cut.cutTo(0.6);
    assertThat(failure(folder.resolve("cut"))).contains("is damaged", "move it away");
    file.flip(3);
    assertThat(failure(folder)).contains("its beginning is damaged", "move it away");
    insert(ROWS, 1);

    file.moveAway();
    try (RunningWalrelay walrelay = RunningWalrelay.start(database, folder)) {
      List<JsonNode> events = walrelay.awaitEvents(1);
      assertThat(events).hasSize(1);
      assertThat(events.getFirst().path("key").path("id").intValue()).isEqualTo(ROWS + 1);
      assertThat(ids(events).getFirst()).isGreaterThan(ids.getLast());
      assertGap(walrelay, ids.getLast());
    }
  }

  @Test
  void marksWhatIsMissingWhenWhatWasWrittenLastIsLost() throws Exception {
    Path lost = folder.resolve("in-use");
    new DamagedFile(lost).cutWriteAheadTo(0.5);
    insert(ROWS, 1);

    try (RunningWalrelay walrelay = RunningWalrelay.start(database, lost)) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  walrelay
                          .events("?limit=10000&from=earliest")
                          .getLast()
                          .path("key")
                          .path("id")
                          .asInt()
                      == ROWS + 1);
      List<JsonNode> events = walrelay.events("?limit=10000&from=earliest");
      int gap = events.size() - 2;
      assertThat(events.get(gap).path("reason").stringValue()).isEqualTo("slot_moved");
      assertThat(ids(events).subList(0, gap)).isEqualTo(ids.subList(0, gap));
      assertThat(gap).isLessThan(ROWS);
    }
  }

  /** Returns how many events there are before the damage. */
  private int assertReadableUpToTheDamage(RunningWalrelay walrelay) {
    List<String> before = ids(walrelay.events("?from=earliest&limit=10000"));
    assertThat(before).isNotEmpty().isEqualTo(ids.subList(0, before.size()));
    HttpResponse<String> refused = walrelay.get("/v1/events?after=" + before.getLast());
    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(refused.body()).contains("their checksum is wrong", WAY_OUT);
    assertThat(walrelay.health("eventLog").path("details").path("reason").stringValue())
        .contains("their checksum is wrong", WAY_OUT);
    assertThat(walrelay.events("?after=" + ids.get(ROWS - 2))).hasSize(1);
    return before.size();
  }

  private static void assertGap(RunningWalrelay walrelay, String after) {
    assertThat(walrelay.get("/v1/events?after=" + after).statusCode()).isEqualTo(410);
    assertThat(walrelay.events("?gap=skip&after=" + after).getFirst().path("op").stringValue())
        .isEqualTo("gap");
  }

  private RunningWalrelay start(Receiver receiver, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("--walrelay.subscriptions[0].name=s");
    all.add("--walrelay.subscriptions[0].url=" + receiver.url());
    all.add("--walrelay.subscriptions[0].start=earliest");
    return RunningWalrelay.start(database, folder, all.toArray(String[]::new));
  }

  private String failure(Path of) {
    Throwable failure = catchThrowable(() -> RunningWalrelay.start(database, of).close());
    while (failure != null && !(failure instanceof EventLogException)) {
      failure = failure.getCause();
    }
    return String.valueOf(failure);
  }

  private static JsonNode subscription(RunningWalrelay walrelay) {
    return RunningWalrelay.JSON.readTree(walrelay.get("/v1/subscriptions/s").body());
  }

  private static String state(RunningWalrelay walrelay) {
    return subscription(walrelay).path("state").stringValue();
  }

  private static List<String> ids(List<JsonNode> events) {
    return events.stream().map(event -> event.path("id").stringValue()).toList();
  }

  private void insert(int after, int rows) {
    database.execute(
        """
        INSERT INTO account SELECT id, 0, 0,
          (SELECT string_agg(md5(id::text || n), '') FROM generate_series(1, 30) n), ''
        FROM generate_series(%d, %d) AS id
        """
            .formatted(after + 1, after + rows));
  }
}
