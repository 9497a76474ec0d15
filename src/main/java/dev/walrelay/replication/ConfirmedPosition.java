package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The position up to which the slot may forget. It never goes back, whatever order confirmations
 * come in and from whichever thread, since the server would send nothing again that it was once
 * told to forget.
 */
final class ConfirmedPosition {

  private final AtomicLong position;

  /** Starts from what the slot itself has confirmed. */
  ConfirmedPosition(Lsn slotPosition) {
    position = new AtomicLong(slotPosition.value());
  }

  void advanceTo(Lsn lsn) {
    position.accumulateAndGet(lsn.value(), ConfirmedPosition::later);
  }

  /** The position as on the wire. */
  long value() {
    return position.get();
  }

  static long later(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
