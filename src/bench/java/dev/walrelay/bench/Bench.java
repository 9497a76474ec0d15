package dev.walrelay.bench;

import dev.walrelay.bench.decoding.Decoding;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** One run, one machine, one table. */
public final class Bench {

  private static final PrintStream OUT = System.out;

  private final Settings settings;

  private Bench(Settings settings) {
    this.settings = settings;
  }

  /** Takes its {@link Settings} from system properties. */
  public static void main(String[] arguments) throws Exception {
    new Bench(Settings.fromProperties()).run();
  }

  private void run() throws Exception {
    if (settings.wants("decoding")) {
      Decoding.main(System.getProperty("bench.arguments", "").split(" "));
    }
    if (settings.wants("throughput") || settings.wants("latency") || settings.wants("growth")) {
      measure();
    }
    drawChart();
  }

  private void measure() throws Exception {
    try (TestServer server = Source.server()) {
      Machine machine = Machine.of(server, settings.scale());
      OUT.println(machine);
      Results results =
          new Results(machine, throughput(server, machine), latency(server), growth(server));
      results.write(settings.results());
      print(results);
    }
  }

  /**
   * Writes what there is after each workload, so that a run that breaks off was not for nothing.
   */
  private List<WorkloadResult> throughput(TestServer server, Machine machine) throws Exception {
    List<WorkloadResult> results = new ArrayList<>();
    if (settings.wants("throughput")) {
      Throughput throughput = new Throughput(settings, server, Variants.wanted(settings));
      for (Workload workload : Workloads.all(settings)) {
        if (settings.wants(workload)) {
          results.add(throughput.measure(workload));
          new Results(machine, results, List.of(), List.of()).write(settings.results());
        }
      }
    }
    return results;
  }

  private List<Latency> latency(TestServer server) throws Exception {
    return settings.wants("latency") ? new Latencies(settings, server).measure() : List.of();
  }

  private List<Growth> growth(TestServer server) throws Exception {
    return settings.wants("growth") ? Growths.measure(settings, server) : List.of();
  }

  private void print(Results results) {
    OUT.println();
    OUT.println(results.machine());
    results.throughput().forEach(result -> new Table(result).lines().forEach(OUT::println));
    LatencyTable.lines(results.latency()).forEach(OUT::println);
    GrowthTable.lines(results.growth()).forEach(OUT::println);
    Goals.lines(results).forEach(OUT::println);
    OUT.printf("%nAll numbers are in %s%n", settings.results());
  }

  private void drawChart() throws IOException {
    if (settings.chart() != null) {
      Files.writeString(settings.chart(), Chart.of(Results.read(settings.results())));
      OUT.println("The chart is in " + settings.chart());
    }
  }
}
