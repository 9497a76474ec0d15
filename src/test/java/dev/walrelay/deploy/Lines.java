package dev.walrelay.deploy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Lines of something that goes on, each as soon as it is there. */
final class Lines implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final InputStream source;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  Lines(InputStream source) {
    this.source = source;
    Thread.ofVirtual().start(this::read);
  }

  /** Not by a reader of characters, which waits for more where the stream is compressed. */
  private void read() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (source) {
      for (int next = source.read(); next >= 0; next = source.read()) {
        if (next == '\n') {
          lines.add(line.toString(StandardCharsets.UTF_8));
          line.reset();
        } else {
          line.write(next);
        }
      }
    } catch (IOException _) {
      // Closed by the test.
    }
  }

  /** The next line of that kind; others before it are passed over. */
  String next(Predicate<String> kind) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      String line = lines.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError("no such line within " + PATIENCE);
      }
      if (kind.test(line)) {
        return line;
      }
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
