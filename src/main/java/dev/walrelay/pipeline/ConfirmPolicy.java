package dev.walrelay.pipeline;

import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.wal.Lsn;

/** Says what the slot may forget. */
@FunctionalInterface
public interface ConfirmPolicy {

  /** Everything that is stored. */
  ConfirmPolicy STORED = LogPosition::flushed;

  /**
   * Up to where the slot may forget, no later than what is stored. An earlier answer than before
   * takes nothing back.
   *
   * @param position how far the log reaches
   */
  Lsn confirmable(LogPosition position);
}
