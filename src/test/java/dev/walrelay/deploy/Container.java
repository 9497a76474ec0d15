package dev.walrelay.deploy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * The process of a container of the image, without a container: it sees the variables that it is
 * given and no others, and paths of the container become those of directories.
 */
final class Container implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Process process;
  private final Path output;
  private final HttpClient http = HttpClient.newHttpClient();

  private Container(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a command in the image's directory. */
  static Container start(
      Image image,
      List<String> command,
      Map<String, String> environment,
      Map<String, Path> mounts,
      Path output)
      throws IOException {
    Map<String, Path> paths = new HashMap<>(mounts);
    paths.put("/app", image.path("/app"));
    ProcessBuilder builder =
        new ProcessBuilder(command.stream().map(word -> mapped(word, paths)).toList())
            .directory(image.workDirectory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", System.getenv("PATH"));
    image
        .environment()
        .forEach((name, value) -> builder.environment().put(name, mapped(value, paths)));
    environment.forEach((name, value) -> builder.environment().put(name, mapped(value, paths)));
    return new Container(builder.start(), output);
  }

  /** Puts the directories in place of the paths that a text names. */
  static String mapped(String text, Map<String, Path> paths) {
    String anyPath = paths.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile("(?<![\\w/.])(" + anyPath + ")(?=/|$)", Pattern.MULTILINE)
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(String.valueOf(paths.get(found.group(1)))));
  }

  /** Waits for a probe to succeed. */
  void awaitOk(URI probe) {
    Awaitility.await(probe.toString())
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> isOk(probe));
  }

  private boolean isOk(URI probe) throws IOException, InterruptedException {
    if (!process.isAlive()) {
      throw new AssertionError("It has ended:\n" + Files.readString(output));
    }
    try {
      return get(probe).statusCode() == 200;
    } catch (ConnectException _) {
      return false;
    }
  }

  HttpResponse<String> get(URI uri, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  List<String> log() throws IOException {
    return Files.readAllLines(output);
  }

  /** What it has used of processors so far. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Ends it as Kubernetes does; returns how long that took. */
  Duration terminate(Duration patience) throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("It has not ended within " + patience);
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  int exitStatus() {
    return process.exitValue();
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.destroyForcibly();
    process.onExit().join();
  }
}
