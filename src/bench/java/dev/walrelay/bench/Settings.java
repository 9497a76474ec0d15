package dev.walrelay.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run may vary, by system properties {@code bench.*}.
 *
 * @param scale times the usual number of events
 * @param parts which of throughput, latency, growth, decoding and chart are run
 * @param workloads their keys; empty: all
 * @param variants their letters; empty: all
 * @param logBytes how large the log is that is resumed from
 * @param folder where results and everything temporary go
 * @param peerClassPath a file with the class path of the peer, or null
 * @param chart where to draw a chart, or null
 * @param results where the numbers are written, or read if only a chart is drawn
 */
record Settings(
    double scale,
    List<String> parts,
    List<String> workloads,
    List<String> variants,
    long logBytes,
    Path folder,
    Path peerClassPath,
    @Nullable Path chart,
    Path results) {

  static Settings fromProperties() {
    String chart = property("chart", "");
    String folder = property("folder", "target/bench");
    return new Settings(
        Double.parseDouble(property("scale", "1")),
        list(property("only", "throughput,latency,growth")),
        list(property("workloads", "")),
        list(property("variants", "")),
        Math.round(Double.parseDouble(property("log-gigabytes", "10")) * (1 << 30)),
        Path.of(folder).toAbsolutePath(),
        Path.of(property("peer-classpath", "target/bench-peer.classpath")),
        chart.isEmpty() ? null : Path.of(chart),
        Path.of(property("results", folder + "/results.json")));
  }

  private static String property(String name, String otherwise) {
    String value = System.getProperty("bench." + name, "");
    return value.isEmpty() ? otherwise : value;
  }

  private static List<String> list(String value) {
    return value.isEmpty() ? List.of() : List.of(value.split(","));
  }

  boolean wants(String part) {
    return parts.contains(part);
  }

  boolean wants(Workload workload) {
    return workloads.isEmpty() || workloads.contains(workload.key());
  }

  boolean wants(Variant variant) {
    return variants.isEmpty() || variants.contains(variant.letter());
  }

  /** So many events at this scale, in whole hundreds. */
  long events(long usual) {
    return Math.max(1_000, Math.round(usual * scale / 100) * 100);
  }
}
