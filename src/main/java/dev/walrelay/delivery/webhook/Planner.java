package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.LogReader;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.eventlog.EventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides what is sent together, and stores that before it is sent: several deliveries in one
 * commit while there is a backlog. Used by one thread at a time.
 */
final class Planner {

  /** How long a history without anything wanted may be searched while something waits. */
  private static final long SEARCH_NANOS = Duration.ofMillis(50).toNanos();

  private final EventLog log;
  private final Filter filter;
  private final Subscription subscription;
  private final DeliveryQueue queue;
  private final Journal journal;
  private final StopSignal stop;
  private LogReader reader;
  private volatile boolean live;

  /**
   * Plans what the filter selects.
   *
   * @param scanned what follows this event is planned next
   */
  Planner(
      EventLog log,
      Filter filter,
      EventId scanned,
      Subscription subscription,
      DeliveryQueue queue,
      Journal journal,
      StopSignal stop) {
    this.log = log;
    this.filter = filter;
    this.subscription = subscription;
    this.queue = queue;
    this.journal = journal;
    this.stop = stop;
    this.reader = open(scanned);
  }

  /** Nothing can be missing before the very first event of a log. */
  private LogReader open(EventId after) {
    return new LogReader(
        log,
        filter,
        after.equals(EventId.NONE) ? StartPosition.End.EARLIEST : new StartPosition.After(after));
  }

  /** Whether it has ever caught up with the log. */
  boolean isLive() {
    return live;
  }

  /**
   * Plans what there is, or waits for it.
   *
   * @return false if events that follow are no longer stored
   */
  boolean plan(DeliveryQueue.Step.Plan step) throws InterruptedException {
    EventId after = reader.position();
    boolean done = false;
    try {
      BatchBuilder batches = new BatchBuilder(subscription);
      if (!gather(batches, step)) {
        return false;
      }
      batches.close();
      done = store(batches.complete(), after);
      return true;
    } finally {
      if (!done) {
        // What was read is not planned, so it has to be read again.
        reader = open(after);
      }
    }
  }

  private boolean gather(BatchBuilder batches, DeliveryQueue.Step.Plan step) {
    int room = queue.room();
    long start = System.nanoTime();
    long waitUntil = start + Duration.ofMillis(step.waitMillis()).toNanos();
    long lingerUntil = Long.MAX_VALUE;
    while (batches.complete().size() < room && !stop.isStopped()) {
      switch (reader.load(!batches.isEmpty())) {
        case BLOCK -> take(batches, room);
        case CAUGHT_UP -> {
          live = true;
          if (!await(batches.isEmpty() ? waitUntil : lingerUntil)) {
            return true;
          }
        }
        case BEHIND -> {
          return !batches.isEmpty();
        }
        case null -> {
          return true;
        }
      }
      long now = System.nanoTime();
      if (batches.isEmpty()) {
        queue.scanned(reader.position());
        if (!step.mayLinger() && now - start > SEARCH_NANOS) {
          return true;
        }
      } else if (!step.mayLinger() || !batches.complete().isEmpty()) {
        lingerUntil = now;
      } else if (lingerUntil == Long.MAX_VALUE) {
        lingerUntil = now + subscription.batch().linger().toNanos();
      }
    }
    return true;
  }

  private void take(BatchBuilder batches, int room) {
    for (int i = reader.next(); i >= 0; i = reader.next()) {
      batches.add(reader.block(), i);
      if (batches.complete().size() >= room) {
        return;
      }
    }
  }

  private boolean await(long until) {
    long left = until - System.nanoTime();
    return left > 0 && stop.await(reader, Duration.ofNanos(left));
  }

  /** Whether it could be stored before the end. */
  private boolean store(List<BatchBuilder.Planned> planned, EventId after)
      throws InterruptedException {
    long first = queue.nextNumber();
    if (!planned.isEmpty()
        && !journal.plan(first, planned.stream().map(BatchBuilder.Planned::entry).toList())) {
      return false;
    }
    List<Delivery> deliveries = new ArrayList<>();
    EventId done = after;
    for (BatchBuilder.Planned each : planned) {
      Content.Planned content = each.entry().content();
      deliveries.add(
          new Delivery(
              first + deliveries.size(), content, each.entry().shape(), done, each.claims()));
      done = content.last();
    }
    queue.planned(deliveries, reader.position());
    return true;
  }
}
