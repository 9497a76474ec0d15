package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Holds a run against what it is to reach. */
final class Goals {

  private static final String UPDATES = "updates";

  private static final List<String> OURS = List.of("c", "d", "e", "f", "g");

  private final Results results;

  private Goals(Results results) {
    this.results = results;
  }

  static List<Goal> of(Results results) {
    Goals goals = new Goals(results);
    List<Goal> all = new ArrayList<>();
    all.addAll(goals.throughput());
    all.addAll(goals.latency());
    all.addAll(goals.growth());
    return all;
  }

  static List<String> lines(Results results) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Goals (throughput: of the updates)");
    lines.add("");
    lines.add("|%s| goal    | measured |                  |".formatted(" ".repeat(70)));
    lines.add("|%s|---------|---------:|------------------|".formatted("-".repeat(70)));
    of(results).forEach(goal -> lines.add(goal.line()));
    return lines;
  }

  private List<Goal> throughput() {
    return List.of(
        Goal.atLeast(1.5, "(c) into the log, times (a) plain reader", rates("c", "a")),
        Goal.atLeast(0.9, "(c) into the log, times (b) plain reader, gulping", rates("c", "b")),
        Goal.atLeast(0.9, "(d) to one stream, times (c) into the log", rates("d", "c")),
        Goal.atLeast(0.7, "(e) to ten streams, times (c) into the log", rates("e", "c")),
        Goal.atLeast(5, "(c) into the log, times (h) Debezium's engine", rates("c", "h")),
        Goal.atLeast(
            60, "(f) webhooks in batches of 100, thousand events a second", thousands("f")),
        Goal.atLeast(4, "(g) single strict webhooks, thousand events a second", thousands("g")),
        Goal.atMost(2, "(c) CPU seconds for a million events", cpu()),
        Goal.atMost(0, "incomplete runs of ours, all with a heap of 256 MB", incomplete()));
  }

  private double rates(String letter, String base) {
    return updates(letter, Figures::eventsPerSecond) / updates(base, Figures::eventsPerSecond);
  }

  private double thousands(String letter) {
    return updates(letter, Figures::eventsPerSecond) / 1000;
  }

  private double cpu() {
    return updates("c", Figures::cpuPerMillion);
  }

  private double updates(String letter, ToDoubleFunction<Figures> value) {
    return results.throughput().stream()
        .filter(result -> result.workload().equals(UPDATES))
        .map(result -> result.outcomes())
        .flatMap(List::stream)
        .filter(outcome -> outcome.variant().equals(letter))
        .mapToDouble(
            outcome ->
                outcome.figures() == null ? Double.NaN : value.applyAsDouble(outcome.figures()))
        .findFirst()
        .orElse(Double.NaN);
  }

  private double incomplete() {
    List<Outcome> ours =
        results.throughput().stream()
            .flatMap(result -> result.outcomes().stream())
            .filter(outcome -> OURS.contains(outcome.variant()))
            .toList();
    return ours.isEmpty()
        ? Double.NaN
        : ours.stream().filter(outcome -> outcome.figures() == null).count();
  }

  private List<Goal> latency() {
    return List.of(
        Goal.atMost(2, "p50 of a stream, milliseconds", latency(Latency::p50)),
        Goal.atMost(10, "p99 of a stream, milliseconds", latency(Latency::p99)));
  }

  private double latency(ToDoubleFunction<Latency> value) {
    return results.latency().stream()
        .filter(latency -> latency.way().equals(Latencies.STREAM))
        .mapToDouble(value)
        .findFirst()
        .orElse(Double.NaN);
  }

  private List<Goal> growth() {
    return List.of(
        Goal.atMost(0.1, "filtering out by table, times the cost of sending", ratio("filtering")),
        Goal.atMost(1.1, "an event among many, times one among few", ratio("events")),
        Goal.atMost(1.1, "10,000 tables, times the cost of one", ratio("tables")),
        Goal.atMost(1.1, "resuming in the middle, times at the end", ratio("resume")),
        Goal.atMost(1.05, "2,000 idle streams, times the seconds without", ratio("streams")),
        Goal.atMost(
            1.05, "100 subscriptions without a match, times without", ratio("subscriptions")));
  }

  private double ratio(String key) {
    return results.growth().stream()
        .filter(growth -> growth.key().equals(key))
        .mapToDouble(Growth::ratio)
        .filter(ratio -> ratio > 0) // less than the clock can tell
        .findFirst()
        .orElse(Double.NaN);
  }
}
