package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import org.jspecify.annotations.Nullable;

/**
 * What came of a variant over a workload.
 *
 * @param figures only if it was complete
 * @param problem why it was not
 */
record Outcome(
    String workload,
    String variant,
    String title,
    @Nullable Figures figures,
    @Nullable String problem) {

  static Outcome of(Workload workload, Variant variant, Figures figures) {
    return new Outcome(workload.key(), variant.letter(), variant.title(), figures, null);
  }

  static Outcome failed(Workload workload, Variant variant, String problem) {
    return new Outcome(workload.key(), variant.letter(), variant.title(), null, problem);
  }
}
