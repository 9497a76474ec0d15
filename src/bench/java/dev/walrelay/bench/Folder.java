package dev.walrelay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for a process, gone after it. */
record Folder(Path path) implements AutoCloseable {

  static Folder create(Path parent) throws IOException {
    Files.createDirectories(parent);
    return new Folder(Files.createTempDirectory(parent, "work"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
