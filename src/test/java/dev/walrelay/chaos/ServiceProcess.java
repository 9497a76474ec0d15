package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.WalrelayApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import tools.jackson.databind.JsonNode;

/** The service as users run it, in a process of its own that can be killed. */
final class ServiceProcess implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
  private static final Pattern READING = Pattern.compile("Reading slot '");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path output;

  private ServiceProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it with that much heap, and does not wait for anything. */
  static ServiceProcess start(Path folder, String heap, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        List.of(
            "-Xmx" + heap,
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            // What a killed process unpacked goes with the test's own directory.
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            WalrelayApplication.class.getName()));
    command.addAll(arguments);
    try {
      Path output = Files.createTempFile(folder, "service-", ".log");
      return new ServiceProcess(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start(),
          output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that it has printed. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often it began to read the slot. */
  int readings() {
    return (int) READING.matcher(output()).results().count();
  }

  /** Returns when it has begun to read the slot more often than that. */
  void awaitReadings(int moreThan, Duration atMost) {
    eventually("the slot to be read").atMost(atMost).until(() -> readings() > moreThan);
  }

  /** Waits for something that only happens while it lives. */
  ConditionFactory eventually(String what) {
    return Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .failFast(() -> assertThat(process.isAlive()).as(this::output).isTrue());
  }

  /** A page of events as NDJSON. */
  List<String> events(String query) {
    HttpResponse<String> response = get(port(0), "/v1/events" + query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body().lines().toList();
  }

  /** Whether it says that it can answer requests. */
  boolean isReady() {
    return ports().size() > 1
        && get(ports().get(1), "/actuator/health/readiness").statusCode() == 200;
  }

  /** Its health. */
  JsonNode health() {
    return RunningWalrelay.JSON.readTree(get(port(1), "/actuator/health").body());
  }

  /** The details of a component of its health. */
  JsonNode health(String component) {
    return health().path("components").path(component).path("details");
  }

  /** Of the API. */
  int port() {
    return port(0);
  }

  /** How many threads of the operating system it has. */
  int threads() {
    try (Stream<String> lines = Files.lines(directory().resolve("status"))) {
      return lines
          .filter(line -> line.startsWith("Threads:"))
          .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many files and sockets it has open. */
  int openFiles() {
    try (Stream<Path> files = Files.list(directory().resolve("fd"))) {
      return (int) files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path directory() {
    return Path.of("/proc", Long.toString(process.pid()));
  }

  /** Asks it to end, as an orchestrator does, and returns when it has. */
  void terminate(Duration atMost) {
    process.destroy();
    Awaitility.await("the end")
        .atMost(atMost)
        .untilAsserted(() -> assertThat(process.isAlive()).as(this::output).isFalse());
  }

  /** Of the API first, then of the management. */
  private int port(int index) {
    return eventually("a port").until(() -> ports(), ports -> ports.size() > index).get(index);
  }

  private List<Integer> ports() {
    return PORT.matcher(output()).results().map(found -> Integer.valueOf(found.group(1))).toList();
  }

  private static HttpResponse<String> get(int port, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Authorization", "Bearer " + RunningWalrelay.TOKEN)
            .header("Accept", path.startsWith("/v1") ? "application/x-ndjson" : "*/*")
            .timeout(PATIENCE)
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Kills it at once: it gets no chance to do anything. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
