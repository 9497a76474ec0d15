package dev.walrelay.bench;

import java.util.Locale;

/**
 * What a run is to reach.
 *
 * @param value what it came to, NaN if that was not measured
 * @param atLeast whether more is better
 */
record Goal(String what, double target, double value, boolean atLeast) {

  static Goal atLeast(double target, String what, double value) {
    return new Goal(what, target, value, true);
  }

  static Goal atMost(double target, String what, double value) {
    return new Goal(what, target, value, false);
  }

  boolean isMeasured() {
    return !Double.isNaN(value);
  }

  boolean isReached() {
    return atLeast ? value >= target : value <= target;
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "| %-68s | %s %5.2f | %8s | %-16s |",
        what,
        atLeast ? "≥" : "≤",
        target,
        isMeasured() ? String.format(Locale.ROOT, "%.2f", value) : "",
        verdict());
  }

  private String verdict() {
    if (!isMeasured()) {
      return "not measured";
    }
    if (isReached()) {
      return "reached";
    }
    return target == 0
        ? "missed"
        : String.format(Locale.ROOT, "missed by %.0f %%", Math.abs(value / target - 1) * 100);
  }
}
