package dev.walrelay.pipeline;

import dev.walrelay.replication.PublicationSettings.Origin;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A relay in a process of its own that says when the events of a transaction are stored. */
final class SmallHeapProcess implements AutoCloseable {

  private static final String READY = "ready";
  private static final String FIRST = "first ";
  private static final String ALL = "all";

  private final Process process;
  private final BufferedReader output;

  private SmallHeapProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Address, user, password and slot; then the bytes of memory, the rows and the folder. */
  static void main(String[] arguments) {
    Relay.Options options =
        new Relay.Options(
            arguments[0],
            arguments[1],
            arguments[2],
            arguments[3],
            false,
            Origin.ANY,
            Long.parseLong(arguments[4]));
    long rows = Long.parseLong(arguments[5]);
    try (Relay relay = Relay.start(Path.of(arguments[6]), options)) {
      System.out.println(READY);
      System.out.println(FIRST + await(relay, 1));
      await(relay, rows);
      System.out.println(ALL);
    }
  }

  private static int await(Relay relay, long ordinal) {
    int reached = relay.log().position().lastId().ordinal();
    while (reached < ordinal) {
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
      reached = relay.log().position().lastId().ordinal();
    }
    return reached;
  }

  /** Starts with so little heap, and returns when it reads. */
  static SmallHeapProcess start(String heap, Relay.Options options, long rows, Path folder)
      throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx" + heap,
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            // What it unpacks goes with the test's own directory.
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            SmallHeapProcess.class.getName(),
            options.url(),
            options.user(),
            options.password(),
            options.slot(),
            Long.toString(options.memory()),
            Long.toString(rows),
            folder.toString());
    SmallHeapProcess started =
        new SmallHeapProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
    started.line(READY);
    return started;
  }

  /** How many events were stored when any were seen, once there are. */
  int awaitFirst() throws IOException {
    return Integer.parseInt(line(FIRST));
  }

  /** Returns when all events are stored. */
  void awaitAll() throws IOException {
    line(ALL);
  }

  private String line(String start) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(start)) {
        return line.substring(start.length());
      }
      seen.append(line).append('\n');
    }
    throw new IllegalStateException("the process ended: " + seen);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
