package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.secret.SecretBox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process of its own that delivers what a log holds, until it is killed. */
final class DeliveringProcess implements AutoCloseable {

  private final Process process;

  private DeliveringProcess(Process process) {
    this.process = process;
  }

  static void main(String[] arguments) throws InterruptedException {
    JdbcEventLog log =
        JdbcEventLog.open(
            WithWebhooks.logSettings(Path.of(arguments[0]), 1L << 30), Clock.systemUTC());
    Webhooks webhooks =
        new Webhooks(
            log,
            log.database(),
            SecretBox.withOwnKeyFile(Path.of(arguments[0]).resolve("key")),
            new WebhookSettings("/walrelay/test", List.of("127.0.0.0/8"), List.of()),
            DeliveryObserver.NONE,
            WebhookObserver.NONE);
    webhooks.start();
    new CountDownLatch(1).await();
  }

  static DeliveringProcess start(Path directory) throws IOException {
    String java = ProcessHandle.current().info().command().orElse("java");
    return new DeliveringProcess(
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                DeliveringProcess.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("process.log").toFile())
            .start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it at once. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
