package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From the slot through the log to readers of event streams, who want everything. */
record ToStreams(String letter, String title, int readers) implements Variant {

  static ToStreams one() {
    return new ToStreams("d", "to one stream", 1);
  }

  static ToStreams ten() {
    return new ToStreams("e", "to ten streams", 10);
  }

  @Override
  public Figures measure(Slot slot, Path folder) throws Exception {
    List<EventCounter> counters = new ArrayList<>();
    try (Service service = Service.launch(slot, folder, List.of());
        Streams streams = new Streams()) {
      for (int i = 0; i < readers; i++) {
        EventCounter counter = new EventCounter(slot.events());
        counters.add(counter);
        streams.open(service.port(), "?from=earliest", counter);
      }
      service.start();
      for (EventCounter counter : counters) {
        counter.await();
      }
      Figures figures = service.figures();
      return figures.of(
          counters.stream().mapToLong(EventCounter::events).max().orElseThrow(),
          counters.stream().mapToLong(EventCounter::last).min().orElseThrow());
    }
  }
}
