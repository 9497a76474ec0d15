package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.Slot;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Some variants over workloads that are written once for all of them. */
final class Throughput {

  /**
   * At least so many for those that would take minutes for all, and up to so many where that is a
   * tenth of the workload: then the JVM's warming up does not decide.
   */
  private static final long FEWEST_SLOW_EVENTS = 50_000;

  private static final long MOST_SLOW_EVENTS = 400_000;

  private final Settings settings;
  private final TestServer server;
  private final List<Variant> variants;

  Throughput(Settings settings, TestServer server, List<Variant> variants) {
    this.settings = settings;
    this.server = server;
    this.variants = variants;
  }

  WorkloadResult measure(Workload workload) throws Exception {
    Progress.say("%s: writing", workload.key());
    long slowEvents = letters(true).isEmpty() ? 0 : slowEvents(workload);
    try (Source source = Source.of(server, workload)) {
      source.slots(letters(false));
      source.write(workload, workload.events());
      source.slots(letters(true));
      source.write(workload, slowEvents);
      List<Outcome> outcomes = new ArrayList<>();
      for (Variant variant : variants) {
        long events = variant.isSlow() ? slowEvents : source.written();
        Progress.say("%s: (%s) %s", workload.key(), variant.letter(), variant.title());
        outcomes.add(measure(variant, source.slot(variant.letter(), events), source));
      }
      return new WorkloadResult(
          workload.key(), workload.title(), source.written(), slowEvents, outcomes);
    }
  }

  private long slowEvents(Workload workload) {
    long tenth = workload.events() / 1000 * 100; // in whole hundreds, as all numbers of events
    long some =
        Math.clamp(tenth, settings.events(FEWEST_SLOW_EVENTS), settings.events(MOST_SLOW_EVENTS));
    return Math.min(workload.events(), some);
  }

  private List<String> letters(boolean slow) {
    return variants.stream()
        .filter(variant -> variant.isSlow() == slow)
        .map(Variant::letter)
        .toList();
  }

  private Outcome measure(Variant variant, Slot slot, Source source) throws Exception {
    try (Folder folder = Folder.create(settings.folder())) {
      Figures figures = variant.measure(slot, folder.path());
      return figures.events() == slot.events() && figures.last() == source.written()
          ? Outcome.of(variant, figures)
          : Outcome.failed(
              variant,
              "%d of %d events, the last is %d of %d"
                  .formatted(figures.events(), slot.events(), figures.last(), source.written()));
    } catch (RuntimeException | IOException e) {
      Progress.say("%s", e);
      return Outcome.failed(variant, "it failed, see above");
    }
  }
}
