package dev.walrelay.bench;

import dev.walrelay.bench.process.Answers;
import dev.walrelay.bench.process.Figures;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** The other end of {@link Answers}: a JVM that can be asked. */
final class ChildProcess implements AutoCloseable {

  private static final int PATIENCE_MINUTES = 15;
  private static final int CLOSING_SECONDS = 20;

  private final Process process;
  private final Path output;
  private final BufferedReader in;
  private final BufferedWriter out;
  private final String greeting;

  private ChildProcess(Process process, Path output) throws IOException {
    this.process = process;
    this.output = output;
    this.in = process.inputReader(StandardCharsets.UTF_8);
    this.out = process.outputWriter(StandardCharsets.UTF_8);
    this.greeting = answer();
  }

  /** In {@link Jvm#SMALL}. */
  static ChildProcess start(Path folder, Class<?> main, List<String> arguments) throws IOException {
    return start(Jvm.SMALL, folder, main, arguments);
  }

  /** Returns when the process is ready to be asked. */
  static ChildProcess start(Jvm jvm, Path folder, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(jvm.command(main, folder));
    command.addAll(arguments);
    Path output = folder.resolve("output.txt");
    Process process = new ProcessBuilder(command).redirectError(output.toFile()).start();
    try {
      return new ChildProcess(process, output);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** What it said when it was ready. */
  String greeting() {
    return greeting;
  }

  String ask(String question) throws IOException {
    out.write(question);
    out.newLine();
    out.flush();
    return answer();
  }

  Figures figures(String question) throws IOException {
    return JsonMapper.shared().readValue(ask(question), Figures.class);
  }

  private String answer() throws IOException {
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(PATIENCE_MINUTES, TimeUnit.MINUTES));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(Answers.MARK)) {
          return line.substring(Answers.MARK.length());
        }
        Files.writeString(
            output, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
      throw new IllegalStateException(
          "the process ended without an answer:\n" + Files.readString(output));
    } finally {
      limit.cancel(false);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    try (in;
        out) {
      out.close();
      if (!process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      } else if (process.exitValue() != 0) {
        Progress.say("a process ended with %d:%n%s", process.exitValue(), Files.readString(output));
      }
    }
  }
}
