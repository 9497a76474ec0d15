package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import org.jspecify.annotations.Nullable;

/**
 * What came of a variant over a workload.
 *
 * @param figures only if it was complete
 * @param problem why it was not
 */
record Outcome(String variant, String title, @Nullable Figures figures, @Nullable String problem) {

  static Outcome of(Variant variant, Figures figures) {
    return new Outcome(variant.letter(), variant.title(), figures, null);
  }

  static Outcome failed(Variant variant, String problem) {
    return new Outcome(variant.letter(), variant.title(), null, problem);
  }
}
