package dev.walrelay.ops;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Op;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.pipeline.Handover;
import dev.walrelay.pipeline.StoredListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * Counts what has been stored: {@code walrelay_events_total}, {@code walrelay_transactions_total}.
 */
public final class StoredEvents implements StoredListener {

  private final Counter[] events;
  private final Counter transactions;

  /** Registers all counters, so that each is there from the start. */
  public StoredEvents(MeterRegistry registry) {
    Op[] ops = Op.values();
    events = new Counter[ops.length];
    for (Op op : ops) {
      events[op.code()] =
          Counter.builder("walrelay.events")
              .description("Events stored in the log.")
              .tag("op", op.text())
              .register(registry);
    }
    transactions =
        Counter.builder("walrelay.transactions")
            .description("Transactions whose events are stored.")
            .register(registry);
  }

  @Override
  public void stored(List<Handover> handovers, LogPosition position) {
    for (Handover handover : handovers) {
      transactions.increment(handover.transactions());
      count(handover.batch());
    }
  }

  private void count(EventBatch batch) {
    int[] counts = new int[events.length];
    byte[] ops = batch.ops();
    for (int i = 0; i < batch.count(); i++) {
      counts[ops[i]]++;
    }
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0) {
        events[code].increment(counts[code]);
      }
    }
  }
}
