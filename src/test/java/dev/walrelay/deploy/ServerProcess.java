package dev.walrelay.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A server of somebody else's as a child process, ended with the test. */
final class ServerProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Process process;
  private final Path output;

  private ServerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Returns when it takes connections. */
  static ServerProcess start(Path folder, int port, List<String> command) throws IOException {
    Path output = folder.resolve("output.txt");
    ServerProcess server =
        new ServerProcess(
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start(),
            output);
    try {
      Awaitility.await(command.getFirst())
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> answers(port) || server.hasFailed());
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private boolean hasFailed() {
    if (!process.isAlive()) {
      throw new IllegalStateException("It has ended: " + output());
    }
    return false;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
