package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.RelayProcess;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From the slot into the log, on disk. */
record IntoLog() implements Variant {

  @Override
  public String letter() {
    return "c";
  }

  @Override
  public String title() {
    return "into the log";
  }

  @Override
  public Figures measure(Slot slot, Path folder) throws Exception {
    List<String> arguments = new ArrayList<>(slot.arguments());
    arguments.add(folder.toString());
    try (ChildProcess process = ChildProcess.start(folder, RelayProcess.class, arguments)) {
      return process.figures("relay");
    }
  }
}
