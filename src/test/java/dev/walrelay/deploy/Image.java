package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.deploy.Dockerfile.Instruction;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The image as plain directories: what the Dockerfile copies is copied, and what it runs is run, as
 * it is written there.
 */
final class Image {

  private static final Path HOME = Path.of("target", "image").toAbsolutePath();
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static @Nullable Image built;

  private final Dockerfile dockerfile;
  private final List<String> context = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path root = HOME;
  private Path workDirectory = HOME;

  private Image(Dockerfile dockerfile) {
    this.dockerfile = dockerfile;
  }

  /** Built once; it takes a while. */
  static synchronized Image built() throws IOException, InterruptedException {
    Image image = built;
    if (image == null) {
      image = new Image(Dockerfile.read(Path.of("Dockerfile")));
      image.build();
      built = image;
    }
    return image;
  }

  private void build() throws IOException, InterruptedException {
    delete(HOME);
    try (Stream<String> lines = Files.lines(Path.of(".dockerignore"))) {
      lines
          .filter(line -> line.startsWith("!"))
          .map(line -> line.substring(1))
          .forEach(context::add);
    }
    for (List<Instruction> stage : dockerfile.stages()) {
      environment.clear();
      for (Instruction instruction : stage) {
        perform(instruction);
      }
    }
  }

  private void perform(Instruction instruction) throws IOException, InterruptedException {
    String arguments = instruction.arguments();
    switch (instruction.keyword()) {
      case "FROM" -> root = Files.createDirectories(HOME.resolve(stageName(arguments)));
      case "WORKDIR" -> workDirectory = Files.createDirectories(Path.of(root + arguments));
      case "COPY" -> copy(Arrays.asList(arguments.split(" +")));
      case "RUN" -> run(arguments);
      case "ENV" -> {
        String[] variable = arguments.split("=", 2);
        environment.put(variable[0], variable[1]);
      }
      case "VOLUME", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT" -> {
        // For those who start it.
      }
      default -> throw new AssertionError("Nothing here proves " + instruction);
    }
  }

  private static String stageName(String from) {
    int as = from.indexOf(" AS ");
    return as < 0 ? "final" : from.substring(as + 4);
  }

  private void copy(List<String> words) throws IOException {
    List<String> paths = words.stream().filter(word -> !word.startsWith("--")).toList();
    String target = paths.getLast();
    for (String source : paths.subList(0, paths.size() - 1)) {
      Path from = source(source, words);
      Path to = target.startsWith("/") ? Path.of(root + target) : workDirectory.resolve(target);
      boolean into = target.endsWith("/") && Files.isRegularFile(from);
      copyTree(from, into ? to.resolve(from.getFileName()) : to);
    }
  }

  private Path source(String source, List<String> words) {
    if (words.contains("--from=build")) {
      return Path.of(HOME.resolve("build") + source);
    }
    assertThat(context).as(".dockerignore").contains(source);
    return Path.of(source);
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          if (!Files.exists(target)) {
            Files.createDirectories(target);
            Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
          }
        } else {
          Files.createDirectories(target.resolveSibling("."));
          Files.copy(file, target);
        }
      }
    }
  }

  private void run(String script) throws IOException, InterruptedException {
    Path output = HOME.resolve("output.txt");
    ProcessBuilder shell =
        new ProcessBuilder("/bin/sh", "-c", script)
            .directory(workDirectory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell.environment().clear();
    shell.environment().putAll(tools());
    shell.environment().putAll(environment);
    assertThat(shell.start().waitFor()).as(() -> "%s%n%s".formatted(script, text(output))).isZero();
  }

  /** What the base images have installed. */
  private static Map<String, String> tools() {
    Path maven = Path.of(System.getProperty("maven.home", "/usr/share/maven"));
    String path =
        String.join(
            File.pathSeparator,
            JDK.resolve("bin").toString(),
            maven.resolve("bin").toString(),
            System.getenv("PATH"));
    Map<String, String> tools = new HashMap<>();
    tools.put("PATH", path);
    tools.put("HOME", System.getProperty("user.home"));
    tools.put("JAVA_HOME", JDK.toString());
    // A short run is not worth optimizing.
    String options = "-XX:TieredStopAtLevel=1";
    String repository = System.getProperty("maven.repo.local");
    if (repository != null) {
      options += " -Dmaven.repo.local=" + repository;
    }
    tools.put("MAVEN_OPTS", options);
    return tools;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** What a container of it starts, with absolute paths still those of the image. */
  List<String> entrypoint() {
    List<String> words = new ArrayList<>(dockerfile.last("ENTRYPOINT").words());
    words.set(0, JDK.resolve("bin").resolve(words.getFirst()).toString());
    return words;
  }

  List<String> healthCheck() {
    return dockerfile.last("HEALTHCHECK").words();
  }

  String user() {
    return dockerfile.last("USER").arguments();
  }

  /** Who owns what is copied to that place. */
  String owner(String target) {
    return dockerfile.stages().getLast().stream()
        .filter(instruction -> instruction.keyword().equals("COPY"))
        .map(instruction -> List.of(instruction.arguments().split(" +", -1)))
        .filter(words -> words.getLast().equals(target))
        .flatMap(List::stream)
        .filter(word -> word.startsWith("--chown="))
        .map(word -> word.substring("--chown=".length()))
        .findFirst()
        .orElse("0:0");
  }

  /** The variables that it sets. */
  Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  /** Where a container starts. */
  Path workDirectory() {
    return workDirectory;
  }

  /** Where a path of the image is. */
  Path path(String inside) {
    return Path.of(root + inside);
  }

  /** All files and their sizes, to see that nothing is written there. */
  List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(workDirectory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> workDirectory.relativize(file) + " " + file.toFile().length())
          .sorted()
          .toList();
    }
  }
}
