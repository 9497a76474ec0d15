package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A part of the table: what came of each variant over one workload.
 *
 * @param events that those get who get all
 * @param slowEvents that the slow ones get
 */
record WorkloadResult(
    String workload, String title, long events, long slowEvents, List<Outcome> outcomes) {

  /** The figures of a variant that was complete. */
  @Nullable Figures figures(String letter) {
    return outcomes.stream()
        .filter(outcome -> outcome.variant().equals(letter))
        .map(Outcome::figures)
        .findFirst()
        .orElse(null);
  }

  OptionalDouble eventsPerSecond(String letter) {
    Figures figures = figures(letter);
    return figures == null ? OptionalDouble.empty() : OptionalDouble.of(figures.eventsPerSecond());
  }

  /** How large an event is in the stream, as the plain readers saw it; 0 without them. */
  double bytesPerEvent() {
    for (String letter : List.of("a", "b")) {
      Figures figures = figures(letter);
      if (figures != null) {
        return (double) figures.bytes() / figures.events();
      }
    }
    return 0;
  }
}
