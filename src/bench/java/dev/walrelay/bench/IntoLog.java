package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.RelayProcess;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

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
    return parts(slot, folder, 1).getFirst();
  }

  /** The figures of equal parts of the events, one after the other. */
  List<Figures> parts(Slot slot, Path folder, int count) throws Exception {
    List<String> arguments = new ArrayList<>(slot.arguments());
    arguments.add(folder.toString());
    try (ChildProcess process = ChildProcess.start(folder, RelayProcess.class, arguments)) {
      String parts = process.ask(Integer.toString(count));
      return List.of(JsonMapper.shared().readValue(parts, Figures[].class));
    }
  }
}
