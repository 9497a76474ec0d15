package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;
import java.util.List;

/** From the slot through the log to an endpoint, one request at a time, in order. */
record ToWebhook(String letter, String title, int batch, boolean isSlow) implements Variant {

  static ToWebhook inBatches() {
    return new ToWebhook("f", "to a webhook in batches of 100", 100, false);
  }

  static ToWebhook singly() {
    return new ToWebhook("g", "single strict webhooks", 1, true);
  }

  @Override
  public Figures measure(Slot slot, Path folder) throws Exception {
    EventCounter counter = new EventCounter(slot.events());
    try (Endpoint endpoint = Endpoint.open(counter);
        Service service = Service.launch(slot, folder, subscription(endpoint, batch))) {
      service.start();
      counter.await();
      return service.figures().of(counter.events(), counter.last());
    }
  }

  static List<String> subscription(Endpoint endpoint, int batch) {
    return List.of(
        "--walrelay.subscriptions[0].name=bench",
        "--walrelay.subscriptions[0].url=" + endpoint.url(),
        "--walrelay.subscriptions[0].start=earliest",
        "--walrelay.subscriptions[0].batch.max-events=" + batch);
  }
}
