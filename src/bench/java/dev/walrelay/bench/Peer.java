package dev.walrelay.bench;

import dev.walrelay.bench.process.DebeziumProcess;
import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.Slot;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Debezium's embedded engine without a sink.
 *
 * @param libraries a file with its class path, which has other versions of what is on ours
 */
record Peer(Path libraries) implements Variant {

  @Override
  public String letter() {
    return "h";
  }

  @Override
  public String title() {
    return "Debezium's engine, no sink";
  }

  @Override
  public Figures measure(Slot slot, Path folder) throws Exception {
    String classPath = ownClasses() + File.pathSeparator + Files.readString(libraries).strip();
    try (ChildProcess process =
        ChildProcess.start(
            Jvm.SMALL.classPath(classPath), folder, DebeziumProcess.class, slot.arguments())) {
      return process.figures("read");
    }
  }

  /** The folder that the class of the process is in. */
  private static Path ownClasses() throws Exception {
    return Path.of(
        DebeziumProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
