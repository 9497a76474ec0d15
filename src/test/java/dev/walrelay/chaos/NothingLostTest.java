package dev.walrelay.chaos;

import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While a workload writes, the service is killed, the database goes down and the network fails.
 * Afterwards the log has every committed change once, in commit order, and the webhooks got them.
 */
@Order(2)
class NothingLostTest {

  private static final Logger LOGGER = LoggerFactory.getLogger(NothingLostTest.class);

  /**
   * A slot that nobody reads any more is soon free, and all but short transactions are streamed.
   */
  private static final Map<String, String> SERVER =
      Map.of("wal_sender_timeout", "3s", "logical_decoding_work_mem", "64kB");

  @TempDir private Path folder;
  private final long seed =
      Long.getLong("walrelay.chaos.seed", ThreadLocalRandom.current().nextInt());
  private final Random random = new Random(seed);
  private final Arrivals strict = new Arrivals(false);
  private final Arrivals byKey = new Arrivals(true);

  @Test
  void losesNothing() throws Exception {
    run(3, 6_000, Fault.shuffled(random, 1, 0, 0, 0, 1, 0, 1));
  }

  @Test
  @Tag("chaos")
  void losesNothingForLong() throws Exception {
    run(4, 40_000, Fault.shuffled(random, 30, 8, 4, 5, 5, 7, 7, 6));
  }

  private void run(int writers, int largeRows, List<Fault> faults) throws Exception {
    LOGGER.info("To do the same again: -Dwalrelay.chaos.seed={}", seed);
    try (TestServer server = TestServer.start(18, SERVER);
        TestDatabase database = server.database();
        Receiver receiver = Receiver.forgetful()) {
      receiver.replies(
          request -> (request.line().contains("strict") ? strict : byKey).answer(request));
      Workload.prepare(database);
      Truth.begin(database);
      try (BrokenService service =
          new BrokenService(database, folder, random, settings(receiver))) {
        try (Workload workload = Workload.start(database, seed, writers, largeRows)) {
          for (int i = 0; i < faults.size(); i++) {
            if (i % (1 + faults.size() / 3) == 0) {
              workload.demandLarge();
            }
            LOGGER.info("{} of {}: {}", i + 1, faults.size(), faults.get(i));
            service.suffer(faults.get(i));
          }
        }
        Map<String, Integer> events = LogComparison.withTruth(database, service.process());
        LOGGER.info("{} changes were committed, all of which are stored.", events.size());
        strict.assertAll(events, service.process());
        byKey.assertAll(events, service.process());
      }
    }
  }

  private static List<String> settings(Receiver receiver) {
    List<String> settings = new ArrayList<>(List.of("--walrelay.transaction.memory=256KB"));
    settings.addAll(subscription(0, receiver.url() + "/strict"));
    settings.addAll(subscription(1, receiver.url() + "/key"));
    settings.add("--walrelay.subscriptions[1].ordering=key");
    settings.add("--walrelay.subscriptions[1].concurrency=4");
    settings.add("--walrelay.subscriptions[1].batch.max-events=100");
    return settings;
  }

  private static List<String> subscription(int index, String url) {
    String subscription = "--walrelay.subscriptions[" + index + "].";
    return List.of(
        subscription + "name=number-" + index,
        subscription + "url=" + url,
        subscription + "start=earliest",
        subscription + "retry.initial=5ms",
        subscription + "retry.max=100ms");
  }
}
