package dev.walrelay.pipeline;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventEncoder;
import dev.walrelay.event.EventId;
import dev.walrelay.transaction.Change;
import dev.walrelay.wal.Lsn;
import java.util.function.Consumer;

/**
 * Encodes changes into the batch that is handed over next, leaving out those that the log already
 * has: after a reconnect the server sends again whatever was not confirmed in time.
 */
final class ChangeCollector implements Consumer<Change> {

  private static final int SMALLEST_BATCH = 4 * 1024;
  private static final int LARGEST_BATCH = 256 * 1024;
  private static final int HEADROOM = 16 * 1024;

  private final EventEncoder encoder;
  private EventId lastId;
  private Lsn flushed;
  private EventBatch batch = new EventBatch(SMALLEST_BATCH);
  private Lsn handedOver;
  private int transactions;
  private long firstAt;
  private boolean open;

  /**
   * Starts behind what is stored.
   *
   * @param lastId the last event that is stored
   * @param flushed the position that is stored
   */
  ChangeCollector(EventEncoder encoder, EventId lastId, Lsn flushed) {
    this.encoder = encoder;
    this.lastId = lastId;
    this.flushed = flushed;
    this.handedOver = flushed;
  }

  @Override
  public void accept(Change change) {
    switch (change) {
      case Change.InTransaction c -> {
        open = true;
        if (isNew(encoder.position(c.transaction().commitLsn()), c.ordinal())) {
          startClock();
          encoder.encode(c, batch);
        }
      }
      case Change.EmittedOutside c -> {
        if (isNew(encoder.position(c.message().lsn()), 0)) {
          startClock();
          encoder.encode(c, batch);
        }
        if (!open) {
          flushed = Lsn.max(flushed, c.message().lsn());
        }
      }
      case Change.Committed c -> {
        open = false;
        transactions++;
        startClock();
        flushed = Lsn.max(flushed, c.endLsn());
      }
    }
  }

  private boolean isNew(long position, int ordinal) {
    int byPosition = Long.compareUnsigned(position, lastId.position());
    return byPosition > 0
        || (byPosition == 0 && Integer.compareUnsigned(ordinal, lastId.ordinal()) > 0);
  }

  private void startClock() {
    if (firstAt == 0) {
      firstAt = System.nanoTime();
    }
  }

  /** Whether there is anything that the log does not know yet. */
  boolean hasNews() {
    return batch.count() > 0 || flushed.isAfter(handedOver);
  }

  /** Whether the batch has the size of a block. */
  boolean isFull() {
    return batch.size() >= LARGEST_BATCH;
  }

  /** Nanoseconds since the first change that waits here; 0 if none does. */
  long waitingNanos() {
    return firstAt == 0 ? 0 : System.nanoTime() - firstAt;
  }

  /** All WAL before this position is in what was collected so far. */
  Lsn flushed() {
    return flushed;
  }

  /** The part of it that was handed over. */
  Lsn handedOverTo() {
    return handedOver;
  }

  /** Accounts for WAL that held nothing for us. */
  void skipTo(Lsn position) {
    flushed = Lsn.max(flushed, position);
  }

  /** What to hand over now; {@link #handedOver} takes note when that has happened. */
  Handover next() {
    return new Handover(batch, flushed, transactions);
  }

  /** Starts a new batch, about as large as the one before. */
  void handedOver() {
    int size = batch.size();
    // Also when it was empty: whoever has it must not see it fill.
    batch = new EventBatch(Math.clamp(size + size / 4, SMALLEST_BATCH, LARGEST_BATCH + HEADROOM));
    handedOver = flushed;
    transactions = 0;
    firstAt = 0;
  }
}
