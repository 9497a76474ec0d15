package dev.walrelay.bench.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures the process that it runs in, from one moment to another. */
final class Meter {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final long startedAt = System.nanoTime();
  private final long cpuBefore = system.getProcessCpuTime();

  private Meter() {}

  static Meter start() {
    return new Meter();
  }

  Figures stop(long events, long bytes, long last) {
    long now = System.nanoTime();
    long cpu = system.getProcessCpuTime();
    return new Figures(
        events,
        bytes,
        last,
        (now - startedAt) / 1e9,
        (cpu - cpuBefore) / 1e9,
        cpu / 1e9,
        peakMemory(),
        peakHeap());
  }

  /** Resident pages at their most; 0 where the operating system does not tell. */
  private static long peakMemory() {
    if (Files.notExists(STATUS)) {
      return 0;
    }
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(PEAK))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
