package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.Block;
import java.util.ArrayList;
import java.util.List;

/** Puts events together to deliveries by number and size. */
final class BatchBuilder {

  /** About what the attributes of a CloudEvent take. */
  private static final int ENVELOPE = 512;

  private final Subscription subscription;
  private final Shape shape;
  private final boolean claiming;
  private final List<Planned> complete = new ArrayList<>();
  private List<EventId> ids = new ArrayList<>();
  private ClaimReader claims = new ClaimReader();
  private long bytes;

  BatchBuilder(Subscription subscription) {
    this.subscription = subscription;
    this.shape = Shape.of(subscription);
    this.claiming = subscription.ordering() == Subscription.Ordering.KEY;
  }

  /** What is to be delivered together, and what it must not overtake. */
  record Planned(PlanCodec.Entry entry, Claims claims) {}

  void add(Block block, int index) {
    long size = block.end(index) - block.start(index) + 1L;
    if (shape.format() == Subscription.Format.CLOUDEVENTS) {
      size += ENVELOPE;
    }
    if (bytes + size > subscription.batch().maxBytes()) {
      close();
    }
    ids.add(block.id(index));
    bytes += size;
    if (claiming) {
      claims.add(block, index);
    }
    if (ids.size() == subscription.batch().maxEvents()
        || bytes >= subscription.batch().maxBytes()) {
      close();
    }
  }

  /** Ends the batch that is not full. */
  void close() {
    if (!ids.isEmpty()) {
      complete.add(
          new Planned(
              new PlanCodec.Entry(new Content.Events(List.copyOf(ids)), shape),
              claiming ? claims.claims() : Claims.EVERYTHING));
      ids = new ArrayList<>();
      claims = new ClaimReader();
      bytes = 0;
    }
  }

  boolean isEmpty() {
    return ids.isEmpty() && complete.isEmpty();
  }

  List<Planned> complete() {
    return complete;
  }
}
