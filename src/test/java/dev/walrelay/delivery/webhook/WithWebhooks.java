package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.secret.SecretBox;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A log, an endpoint and webhooks of their own for each test. */
abstract class WithWebhooks {

  private static final int PADDING = 10_000;

  @TempDir Path directory;
  JdbcEventLog log;
  Webhooks webhooks;
  Receiver receiver;

  @BeforeEach
  void open() throws IOException {
    receiver = Receiver.start();
    log = openLog();
    webhooks = start();
  }

  @AfterEach
  void close() throws IOException {
    webhooks.stop();
    log.close();
    receiver.close();
  }

  private JdbcEventLog openLog() {
    return JdbcEventLog.open(logSettings(directory, maxLogBytes()), Clock.systemUTC());
  }

  static LogSettings logSettings(Path directory, long maxBytes) {
    return new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), maxBytes);
  }

  long maxLogBytes() {
    return 1L << 30;
  }

  WebhookSettings settings() {
    return new WebhookSettings("/walrelay/test", List.of("127.0.0.0/8"), declared());
  }

  List<Map<String, Object>> declared() {
    return List.of();
  }

  WebhookObserver observer() {
    return WebhookObserver.NONE;
  }

  private Webhooks start() {
    Webhooks started = notStarted();
    started.start();
    return started;
  }

  /** Others over the same log, which know nothing yet. */
  Webhooks notStarted() {
    return new Webhooks(
        log,
        log.database(),
        SecretBox.withOwnKeyFile(directory.resolve("key")),
        settings(),
        DeliveryObserver.NONE,
        observer());
  }

  /** As a restart of the service does. */
  void restart() {
    webhooks.stop();
    log.close();
    reopen();
  }

  /** After webhooks and log were closed. */
  void reopen() {
    log = openLog();
    webhooks = start();
  }

  /** Makes a subscription named {@code s} to the receiver, quick to retry, with further fields. */
  Channel subscribe(String fields) {
    return webhooks.create(spec(fields));
  }

  Subscription spec(String fields) {
    ObjectNode json =
        (ObjectNode)
            JsonMapper.shared()
                .readTree(
                    """
                    {"name": "s", "url": "%s", "start": "earliest", "timeout": "10s",
                     "retry": {"initial": "5ms", "max": "20ms", "max_attempts": 3}}\
                    """
                        .formatted(receiver.url()));
    json.setAll((ObjectNode) JsonMapper.shared().readTree(fields));
    return SubscriptionReader.read(json);
  }

  void append(long first, int count) {
    RowEvents.append(log, first, count, 10);
  }

  /** Adds large events, so that the oldest of a small log are gone. */
  void outgrow(long first, int count) {
    for (long number = first; number < first + count; number++) {
      EventBatch batch = new EventBatch(PADDING * 2);
      Events.addInsert(
          batch, Events.id(number), Events.commitTime(number), Randomness.text(PADDING));
      log.append(List.of(batch), new Lsn(number));
    }
    log.retain();
  }

  static String id(long number) {
    return Events.id(number).toString();
  }

  static List<String> ids(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(WithWebhooks::id).toList();
  }

  static ConditionFactory eventually() {
    return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10));
  }
}
