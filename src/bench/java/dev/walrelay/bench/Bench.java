package dev.walrelay.bench;

import dev.walrelay.postgres.TestServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run, one machine, one table. */
public final class Bench {

  private static final PrintStream OUT = System.out;

  private Bench() {}

  /** Takes its {@link Settings} from system properties. */
  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.fromProperties();
    try (TestServer server = Source.server()) {
      Machine machine = Machine.of(server, settings.scale());
      OUT.println(machine);
      List<WorkloadResult> throughput =
          settings.wants("throughput") ? throughput(settings, server) : List.of();
      List<Latency> latency =
          settings.wants("latency") ? new Latencies(settings, server).measure() : List.of();
      LatencyTable.lines(latency).forEach(OUT::println);
      List<Growth> growth =
          settings.wants("growth") ? Growths.measure(settings, server) : List.of();
      GrowthTable.lines(growth).forEach(OUT::println);
      Results results = new Results(machine, throughput, latency, growth);
      results.write(settings.folder().resolve("results.json"));
    }
  }

  private static List<WorkloadResult> throughput(Settings settings, TestServer server)
      throws Exception {
    List<WorkloadResult> results = new ArrayList<>();
    Throughput throughput = new Throughput(settings, server, Variants.wanted(settings));
    for (Workload workload : Workloads.all(settings)) {
      if (settings.wants(workload)) {
        results.add(throughput.measure(workload));
      }
    }
    results.forEach(result -> new Table(result).lines().forEach(OUT::println));
    return results;
  }
}
