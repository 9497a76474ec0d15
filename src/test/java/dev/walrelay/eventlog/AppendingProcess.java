package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A process of its own that appends to a log until it is killed, and says what is stored. */
final class AppendingProcess implements AutoCloseable {

  static LogSettings settings(Path path) {
    return new LogSettings(path, Duration.ofDays(7), 10L << 30);
  }

  private static final String STORED = "stored ";

  private final Process process;
  private final BufferedReader output;

  private AppendingProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Numbers events on from where the log ends; their flushed position equals the last number. */
  static void main(String[] arguments) {
    Random random = new Random();
    try (JdbcEventLog log = JdbcEventLog.open(settings(Path.of(arguments[0])), Clock.systemUTC())) {
      long next = Events.number(log.position().lastId()) + 1;
      while (true) {
        List<EventBatch> batches = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          int count = 1 + random.nextInt(1 << random.nextInt(9));
          batches.add(Events.batch(next, count, random.nextInt(1000)));
          next += count;
        }
        log.append(batches, new Lsn(next - 1));
        System.out.println(STORED + (next - 1));
      }
    }
  }

  static AppendingProcess start(Path log) throws IOException {
    String java = ProcessHandle.current().info().command().orElse("java");
    return new AppendingProcess(
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                // What a killed process unpacked goes with the test's own directory.
                "-Djava.io.tmpdir=" + log.getParent(),
                "-cp",
                System.getProperty("java.class.path"),
                AppendingProcess.class.getName(),
                log.toString())
            .redirectErrorStream(true)
            .start());
  }

  /** Waits until it has stored some more; the number of the last event. */
  long awaitStored() throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(STORED)) {
        return Long.parseLong(line.substring(STORED.length()));
      }
      seen.append(line).append('\n');
    }
    throw new IllegalStateException("the process ended: " + seen);
  }

  /** Kills it at once; the number of the last event that it said to have stored, or 0. */
  long kill() throws IOException, InterruptedException {
    // Not the process itself: that would close the streams with what it said last.
    process.toHandle().destroyForcibly();
    long last = 0;
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(STORED)) {
        last = Math.max(last, Long.parseLong("0" + line.substring(STORED.length())));
      }
    }
    process.waitFor();
    return last;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
