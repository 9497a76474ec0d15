package dev.walrelay.bench.process;

import java.util.List;
import java.util.Locale;

/**
 * What a process says about itself.
 *
 * @param events that it has counted
 * @param bytes of the stream of WAL, where it counts them
 * @param last the number of the last event
 * @param seconds from the start of the stream to the last event
 * @param cpuSeconds of the process, in these seconds
 * @param cpuSecondsInAll of the process, from its start
 * @param peakMemory in bytes, as the operating system counts it, from its start
 * @param peakHeap in bytes, from its start
 */
public record Figures(
    long events,
    long bytes,
    long last,
    double seconds,
    double cpuSeconds,
    double cpuSecondsInAll,
    long peakMemory,
    long peakHeap) {

  /** In the measured time. */
  public double eventsPerSecond() {
    return events / seconds;
  }

  /** Seconds of the processor's time that a million events took. */
  public double cpuPerMillion() {
    return cpuSeconds / events * 1e6;
  }

  /** The same with events that someone else has counted. */
  public Figures of(long counted, long lastOfThem) {
    return new Figures(
        counted, bytes, lastOfThem, seconds, cpuSeconds, cpuSecondsInAll, peakMemory, peakHeap);
  }

  /** Of parts that came one after the other. */
  public static Figures sum(List<Figures> parts) {
    Figures last = parts.getLast();
    return new Figures(
        parts.stream().mapToLong(Figures::events).sum(),
        parts.stream().mapToLong(Figures::bytes).sum(),
        last.last,
        parts.stream().mapToDouble(Figures::seconds).sum(),
        parts.stream().mapToDouble(Figures::cpuSeconds).sum(),
        last.cpuSecondsInAll,
        last.peakMemory,
        last.peakHeap);
  }

  /** Written by hand: the peer's class path has no library of ours. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"events\":%d,\"bytes\":%d,\"last\":%d,\"seconds\":%.6f,\"cpuSeconds\":%.6f,"
            + "\"cpuSecondsInAll\":%.6f,\"peakMemory\":%d,\"peakHeap\":%d}",
        events,
        bytes,
        last,
        seconds,
        cpuSeconds,
        cpuSecondsInAll,
        peakMemory,
        peakHeap);
  }
}
