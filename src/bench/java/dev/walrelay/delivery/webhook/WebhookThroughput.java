package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.secret.SecretBox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures how many events a second of a stored history reach an endpoint on the same machine,
 * which shares the processors with what sends to it.
 */
public final class WebhookThroughput {

  private static final int ROWS = 200;
  private static final int APPENDED_AT_ONCE = 1000;
  private static final double NANOS = 1e9;

  private WebhookThroughput() {}

  /** A way to deliver. */
  private record Mode(String name, int requests, int batch, String fields) {

    int events() {
      return requests * batch;
    }
  }

  private static final List<Mode> MODES =
      List.of(
          new Mode("strict, single", 60_000, 1, ""),
          new Mode("by key, 8 at a time", 100_000, 1, "\"ordering\": \"key\", \"concurrency\": 8,"),
          new Mode("strict, batches of 100", 20_000, 100, "\"batch\": {\"max_events\": 100},"));

  /**
   * What was measured in one mode.
   *
   * @param mode how events were delivered
   * @param events how many
   * @param perSecond of all of them
   * @param perSecondWarm of their second half, when everything is compiled
   */
  public record Result(String mode, int events, double perSecond, double perSecondWarm) {}

  /** Prints a line for each mode. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.printf("%-24s %12s %12s %12s%n", "webhooks", "events", "events/s", "when warm");
    for (Mode mode : MODES) {
      Result result = measure(mode);
      System.out.printf(
          "%-24s %,12d %,12.0f %,12.0f%n",
          result.mode(), result.events(), result.perSecond(), result.perSecondWarm());
    }
  }

  /** Measures all modes, one after the other. */
  public static List<Result> measure() throws IOException, InterruptedException {
    List<Result> results = new ArrayList<>();
    for (Mode mode : MODES) {
      results.add(measure(mode));
    }
    return results;
  }

  private static Result measure(Mode mode) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("walrelay-webhooks");
    try (JdbcEventLog log =
            JdbcEventLog.open(WithWebhooks.logSettings(directory, 1L << 34), Clock.systemUTC());
        Receiver receiver = Receiver.forgetful()) {
      for (int first = 1; first <= mode.events(); first += APPENDED_AT_ONCE) {
        RowEvents.append(log, first, APPENDED_AT_ONCE, ROWS);
      }
      return deliver(mode, log, SecretBox.withOwnKeyFile(directory.resolve("key")), receiver);
    } finally {
      FileSystemUtils.deleteRecursively(directory);
    }
  }

  private static Result deliver(Mode mode, JdbcEventLog log, SecretBox secrets, Receiver receiver)
      throws InterruptedException {
    Requests requests = new Requests(mode.requests());
    Webhooks webhooks =
        new Webhooks(
            log,
            log.database(),
            secrets,
            new WebhookSettings("/walrelay/bench", List.of("127.0.0.0/8"), List.of()),
            DeliveryObserver.NONE,
            requests);
    webhooks.start();
    try {
      long start = System.nanoTime();
      webhooks.create(subscription(mode, receiver));
      requests.done.await();
      long end = System.nanoTime();
      return new Result(
          mode.name(),
          mode.events(),
          mode.events() * NANOS / (end - start),
          mode.events() / 2 * NANOS / (end - requests.half));
    } finally {
      webhooks.stop();
    }
  }

  private static Subscription subscription(Mode mode, Receiver receiver) {
    return SubscriptionReader.read(
        JsonMapper.shared()
            .readTree(
                "{%s \"name\": \"bench\", \"url\": \"%s\", \"start\": \"earliest\"}"
                    .formatted(mode.fields(), receiver.url())));
  }

  /** Counts requests, all of which succeed. */
  private static final class Requests implements WebhookObserver {

    private final CountDownLatch done;
    private final long halfLeft;
    private volatile long half;

    Requests(int requests) {
      this.done = new CountDownLatch(requests);
      this.halfLeft = requests / 2;
    }

    @Override
    public void added(String subscription) {}

    @Override
    public void removed(String subscription) {}

    @Override
    public void attempted(String subscription, String outcome, Duration duration) {
      if (!outcome.equals("delivered")) {
        throw new IllegalStateException("An attempt to deliver ended as " + outcome + ".");
      }
      done.countDown();
      if (half == 0 && done.getCount() <= halfLeft) {
        half = System.nanoTime();
      }
    }
  }
}
