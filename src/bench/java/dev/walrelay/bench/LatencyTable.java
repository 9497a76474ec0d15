package dev.walrelay.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints latencies. */
final class LatencyTable {

  private LatencyTable() {}

  static List<String> lines(List<Latency> latencies) {
    if (latencies.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "Milliseconds from when a commit is due until it is delivered, at %,d commits a second"
            .formatted(Latencies.PER_SECOND));
    lines.add("");
    lines.add("|                      |     p50 |     p99 |   p99.9 |     max |");
    lines.add("|----------------------|--------:|--------:|--------:|--------:|");
    for (Latency latency : latencies) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %-20s | %7.2f | %7.2f | %7.2f | %7.2f |",
              latency.way(),
              latency.p50(),
              latency.p99(),
              latency.p999(),
              latency.max()));
    }
    return lines;
  }
}
