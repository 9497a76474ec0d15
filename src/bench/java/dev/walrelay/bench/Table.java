package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints what came of a workload; in brackets how many times the plain reader's it is. */
final class Table {

  private static final String BASE = "a";
  private static final double MB = 1e6;

  private final WorkloadResult result;
  private final @Nullable Figures base;

  Table(WorkloadResult result) {
    this.result = result;
    this.base = result.figures(BASE);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%s: %,d events, %,.0f MB"
            .formatted(
                result.title(), result.events(), result.events() * result.bytesPerEvent() / MB));
    lines.add("");
    lines.add(row("", "", "events/s", "MB/s", "CPU s a million", "peak MB"));
    lines.add(
        "|---|%s|%s:|%s:|%s:|%s:|"
            .formatted(
                "-".repeat(42), "-".repeat(18), "-".repeat(14), "-".repeat(16), "-".repeat(14)));
    result.outcomes().forEach(outcome -> lines.add(row(outcome)));
    return lines;
  }

  private String row(Outcome outcome) {
    Figures figures = outcome.figures();
    if (figures == null) {
      return "| %s | %-40s | incomplete: %s"
          .formatted(outcome.variant(), outcome.title(), outcome.problem());
    }
    String title =
        figures.events() == result.events()
            ? outcome.title()
            : "%s, %,d events".formatted(outcome.title(), figures.events());
    double bytes = result.bytesPerEvent();
    return row(
        outcome.variant(),
        title,
        cell("%,.0f", figures.eventsPerSecond(), base == null ? 0 : base.eventsPerSecond()),
        cell(
            "%.1f",
            figures.eventsPerSecond() * bytes / MB,
            base == null ? 0 : base.eventsPerSecond() * bytes / MB),
        cell("%.2f", figures.cpuPerMillion(), base == null ? 0 : base.cpuPerMillion()),
        cell("%.0f", figures.peakMemory() / MB, base == null ? 0 : base.peakMemory() / MB));
  }

  private static String cell(String format, double value, double of) {
    if (value == 0) {
      return ""; // nobody has counted the stream's bytes
    }
    String text = String.format(Locale.ROOT, format, value);
    return of == 0 ? text : text + String.format(Locale.ROOT, " (%.2f)", value / of);
  }

  private static String row(
      String letter, String title, String events, String bytes, String cpu, String memory) {
    return String.format(
        Locale.ROOT,
        "| %1s | %-40s | %17s | %13s | %15s | %13s |",
        letter,
        title,
        events,
        bytes,
        cpu,
        memory);
  }
}
