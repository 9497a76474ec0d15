package dev.walrelay.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * How a process runs.
 *
 * @param heap as {@code -Xmx} takes it
 */
record Jvm(String heap, String classPath) {

  /** What everything in the table has to do with. */
  static final Jvm SMALL = new Jvm("256m", System.getProperty("java.class.path"));

  Jvm heap(String other) {
    return new Jvm(other, classPath);
  }

  Jvm classPath(String other) {
    return new Jvm(heap, other);
  }

  /** Up to where the arguments of the program begin. */
  List<String> command(Class<?> main, Path temporary) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-Xmx" + heap,
        "-XX:+UseSerialGC", // as in the image
        "-XX:+ExitOnOutOfMemoryError",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + temporary,
        "-cp",
        classPath,
        main.getName());
  }
}
