package dev.walrelay.bench;

import dev.walrelay.bench.process.LogProcess;
import java.nio.file.Path;
import java.util.List;

/** What it costs to go on reading in the middle of a large log. */
final class ResumeGrowth {

  private final Settings settings;

  ResumeGrowth(Settings settings) {
    this.settings = settings;
  }

  List<Growth> measure() throws Exception {
    long bytes = Math.round(settings.logBytes() * Math.min(1, settings.scale()));
    Progress.say("a log of %,d MB", bytes >> 20);
    try (Folder folder = Folder.create(settings.folder())) {
      long events = fill(folder.path(), bytes);
      Progress.say("resuming among %,d events", events);
      return resume(folder.path(), bytes, events);
    }
  }

  private static long fill(Path folder, long bytes) throws Exception {
    try (ChildProcess process = start(folder)) {
      return Long.parseLong(process.ask(LogProcess.FILL + bytes));
    }
  }

  /** In another process, which has nothing of it in memory. */
  private static List<Growth> resume(Path folder, long bytes, long events) throws Exception {
    String size = "%,d MB".formatted(bytes >> 20);
    try (ChildProcess process = start(folder)) {
      long tenth = events / 10;
      double opened = Double.parseDouble(process.greeting());
      resume(process, 1, events); // warms up
      double end = resume(process, events - tenth, events);
      double middle = resume(process, 5 * tenth, 6 * tenth);
      return List.of(
          new Growth(
              "resume", "place in a log of " + size, "ms to resume", "end", end, "middle", middle),
          new Growth("open", "log", "ms to open", "empty", emptyOpened(folder), size, opened));
    }
  }

  private static double emptyOpened(Path folder) throws Exception {
    try (Folder empty = Folder.create(folder);
        ChildProcess process = start(empty.path())) {
      return Double.parseDouble(process.greeting());
    }
  }

  private static double resume(ChildProcess process, long first, long last) throws Exception {
    return Double.parseDouble(process.ask(LogProcess.RESUME + first + " " + last));
  }

  private static ChildProcess start(Path folder) throws Exception {
    return ChildProcess.start(folder, LogProcess.class, List.of(folder.toString()));
  }
}
