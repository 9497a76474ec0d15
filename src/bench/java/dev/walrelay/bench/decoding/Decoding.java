package dev.walrelay.bench.decoding;

import java.util.Collection;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks and prints what they mean for a stream of updates. */
public final class Decoding {

  private Decoding() {}

  /** Takes JMH's own options. */
  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    Options options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(arguments))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .jvmArgsAppend("-Xmx256m", "-XX:+UseSerialGC")
            .build();
    print(new Runner(options).run());
  }

  private static void print(Collection<RunResult> results) {
    System.out.printf(
        "%n%-16s %12s %12s %12s %12s%n", "", "updates/s", "a core", "MB a core", "bytes made");
    for (RunResult result : results) {
      double share = secondary(result, "cpuNanos") / 1e9;
      System.out.printf(
          "%-16s %,12.0f %,12.0f %,12.0f %,12.0f%n",
          result.getParams().getBenchmark().replaceAll(".*\\.", ""),
          result.getPrimaryResult().getScore(),
          result.getPrimaryResult().getScore() / share,
          secondary(result, "bytes") / 1e6 / share,
          secondary(result, "gc.alloc.rate.norm"));
    }
    System.out.printf(
        "%nAn update has six columns. A core: in a second of processor time, which others on the%n"
            + "machine take away from but do not change. Bytes made: allocated for an update.%n");
  }

  private static double secondary(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name)).getScore();
  }
}
