package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subscription's progress and plan as they are stored.
 *
 * @param chunks what is planned, finished deliveries included
 * @param letters dead letters that are being tried again
 */
record SavedQueue(Progress progress, List<ProgressTable.Chunk> chunks, List<DeadLetter> letters) {

  private static final int SINGLES = 128;
  private static final int BATCHES = 16;
  private static final int PER_REQUEST = 4;

  static SavedQueue load(Engine engine, long id) {
    return engine
        .database()
        .read(
            connection ->
                new SavedQueue(
                    ProgressTable.load(connection, id),
                    ProgressTable.planned(connection, id),
                    LetterTable.replaying(connection, id)));
  }

  /** Everything up to this event is planned, or not wanted. */
  EventId scanned() {
    EventId last = progress.position();
    for (ProgressTable.Chunk chunk : chunks) {
      EventId planned = chunk.entries().getLast().content().last();
      last = planned.isAfter(last) ? planned : last;
    }
    return last;
  }

  private long nextNumber() {
    long next = progress.head();
    for (ProgressTable.Chunk chunk : chunks) {
      next = Math.max(next, chunk.first() + chunk.entries().size());
    }
    return next;
  }

  /** The entries from the first that is not finished on. */
  List<PlanCodec.Entry> open() {
    List<PlanCodec.Entry> open = new ArrayList<>();
    for (ProgressTable.Chunk chunk : chunks) {
      for (int i = 0; i < chunk.entries().size(); i++) {
        if (chunk.first() + i >= progress.head()) {
          open.add(chunk.entries().get(i));
        }
      }
    }
    return open;
  }

  /** The open entries up to the last one that was tried, or is finished. */
  List<PlanCodec.Entry> tried() {
    long last = progress.head() - 1;
    for (long number : progress.finished()) {
      last = Math.max(last, number);
    }
    for (Progress.Failing failing : progress.failing()) {
      last = Math.max(last, failing.number());
    }
    return open().subList(0, (int) (last + 1 - progress.head()));
  }

  /**
   * Makes the queue of it, or returns null if an event of it is no longer stored.
   *
   * @param bodies reads events, to find out what they must not overtake
   */
  @Nullable DeliveryQueue queue(Subscription subscription, Bodies bodies) {
    boolean strict = subscription.ordering() == Subscription.Ordering.STRICT;
    int ahead = subscription.batch().isArray() ? BATCHES : SINGLES;
    DeliveryQueue queue =
        new DeliveryQueue(
            strict,
            Math.max(ahead, subscription.concurrency() * PER_REQUEST),
            scanned(),
            nextNumber());
    List<Delivery> deliveries = new ArrayList<>();
    EventId after = progress.position();
    long number = progress.head();
    for (PlanCodec.Entry entry : open()) {
      Claims claims = strict ? Claims.EVERYTHING : bodies.claims(entry.content());
      if (claims == null) {
        return null;
      }
      deliveries.add(new Delivery(number++, entry.content(), entry.shape(), after, claims));
      after = entry.content().last();
    }
    mark(deliveries);
    queue.restore(deliveries, letters.stream().map(Delivery::of).toList());
    return queue;
  }

  private void mark(List<Delivery> deliveries) {
    Set<Long> finished = Set.copyOf(progress.finished());
    Map<Long, Progress.Failing> failing = new HashMap<>();
    progress.failing().forEach(each -> failing.put(each.number(), each));
    for (Delivery delivery : deliveries) {
      if (finished.contains(delivery.number())) {
        delivery.state = Delivery.State.FINISHED;
      }
      Progress.Failing tried = failing.get(delivery.number());
      if (tried != null) {
        delivery.attempts = tried.attempts();
        delivery.refusals = tried.refusals();
        delivery.notBefore = tried.notBefore();
      }
    }
  }
}
