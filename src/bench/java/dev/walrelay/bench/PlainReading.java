package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.ReadingProcess;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The driver alone, with everything thrown away: what all else is compared with. */
record PlainReading(String letter, String title, boolean gulping) implements Variant {

  static PlainReading atOnce() {
    return new PlainReading("a", "plain reader", false);
  }

  static PlainReading inGulps() {
    return new PlainReading("b", "plain reader, gulping", true);
  }

  @Override
  public Figures measure(Slot slot, Path folder) throws Exception {
    List<String> arguments = new ArrayList<>(slot.arguments());
    arguments.add(Boolean.toString(gulping));
    try (ChildProcess process = ChildProcess.start(folder, ReadingProcess.class, arguments)) {
      return process.figures("read");
    }
  }
}
