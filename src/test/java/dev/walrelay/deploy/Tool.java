package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A program that a test needs and this build does not bring along. */
record Tool(Path path) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Skips the test where it is missing, but fails where all tests are to run. */
  static Tool required(String name) {
    Optional<Path> found = find(name);
    String missing = "%s is not installed; .ci/run installs it.".formatted(name);
    if (found.isEmpty() && System.getenv("CI") != null) {
      fail(missing);
    }
    Assumptions.assumeTrue(found.isPresent(), missing);
    return new Tool(found.orElseThrow());
  }

  /** Where it is, if it is installed. */
  static Optional<Path> find(String name) {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(File.pathSeparator)),
            Stream.of("/usr/sbin", "/usr/local/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Runs it to its end, in this folder, and returns what it has printed. */
  Output run(Path folder, String... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile("output", ".txt");
    try {
      Process process =
          new ProcessBuilder(command(arguments))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        fail("%s has not ended: %s", path, Files.readString(output));
      }
      return new Output(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }

  List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** What came of a run. */
  record Output(int status, String text) {}
}
