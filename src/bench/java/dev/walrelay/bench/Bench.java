package dev.walrelay.bench;

import dev.walrelay.postgres.TestServer;
import java.util.ArrayList;
import java.util.List;

/** One run, one machine, one table. */
public final class Bench {

  private Bench() {}

  /** Takes its {@link Settings} from system properties. */
  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.fromProperties();
    List<Outcome> outcomes = new ArrayList<>();
    try (TestServer server = Source.server()) {
      Throughput throughput = new Throughput(settings, server);
      for (Workload workload : Workloads.all(settings)) {
        if (settings.wants(workload)) {
          outcomes.addAll(throughput.measure(workload));
        }
      }
    }
    outcomes.forEach(System.out::println);
  }
}
