package dev.walrelay.bench;

import java.util.Arrays;

/**
 * How long something took from the moment it was due, in milliseconds.
 *
 * @param way what was on the way
 */
record Latency(String way, int samples, double p50, double p99, double p999, double max) {

  private static final double NANOS = 1e6;

  static Latency of(String way, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latency(
        way,
        sorted.length,
        quantile(sorted, 0.5),
        quantile(sorted, 0.99),
        quantile(sorted, 0.999),
        sorted[sorted.length - 1] / NANOS);
  }

  private static double quantile(long[] sorted, double part) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * part))] / NANOS;
  }
}
