package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.secret.SecretBox;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** Measures how many events a second reach a local endpoint; receiver and sender share the CPU. */
final class WebhookThroughput {

  private static final PrintStream OUT = System.out;

  private WebhookThroughput() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    measure("single, strict", 60_000, "{}");
    measure("single, by key, 8 at a time", 100_000, "\"ordering\": \"key\", \"concurrency\": 8");
    measure("batches of 100, strict", 2_000_000, "\"batch\": {\"max_events\": 100}");
  }

  private static void measure(String what, int events, String fields)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("walrelay-webhooks");
    LogSettings settings =
        new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), 1L << 34);
    try (JdbcEventLog log = JdbcEventLog.open(settings, Clock.systemUTC());
        Receiver receiver = Receiver.forgetful()) {
      for (int first = 1; first <= events; first += 1000) {
        RowEvents.append(log, first, 1000, 200);
      }
      Webhooks webhooks =
          new Webhooks(
              log,
              log.database(),
              SecretBox.withOwnKeyFile(directory.resolve("key")),
              new WebhookSettings("/walrelay/bench", List.of("127.0.0.0/8"), List.of()),
              DeliveryObserver.NONE,
              WebhookObserver.NONE);
      webhooks.start();
      long start = System.nanoTime();
      Channel channel =
          webhooks.create(
              SubscriptionReader.read(
                  JsonMapper.shared()
                      .readTree(
                          "{\"name\": \"s\", \"url\": \"%s\", \"start\": \"earliest\"%s}"
                              .formatted(
                                  receiver.url(), fields.equals("{}") ? "" : ", " + fields))));
      long half = start;
      long halfAt = 0;
      while (!channel.cursor().equals(Events.id(events))) {
        if (halfAt == 0 && Events.number(channel.cursor()) >= events / 2) {
          half = System.nanoTime();
          halfAt = Events.number(channel.cursor());
        }
        Thread.sleep(5);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double warm = (System.nanoTime() - half) / 1e9;
      OUT.printf(
          Locale.ROOT,
          "%s: %.0f events/s in all, %.0f events/s in the second half%n",
          what,
          events / seconds,
          (events - halfAt) / warm);
      webhooks.stop();
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
