package dev.walrelay.transaction;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A connection that streams, with a megabyte for what is unfinished. */
abstract class WithAssembly {

  @TempDir Path directory;
  Assembly assembly;

  @BeforeEach
  void start() {
    assembly = Assembly.start(directory, 1 << 20);
  }

  @AfterEach
  void close() {
    assembly.close();
  }
}
