package dev.walrelay.pipeline;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.GapEvent;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.eventlog.SourceIdentity;
import dev.walrelay.replication.Prepared;
import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.wal.Lsn;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sees to it that the log continues the history that it holds, and marks where it does not. */
final class SourceHistory {

  private final EventLog log;

  SourceHistory(EventLog log) {
    this.log = log;
  }

  /** Up to where changes are stored, or null in a log that has never had any. */
  @Nullable Lsn stored() {
    LogPosition position = log.position();
    boolean empty = position.lastId().equals(EventId.NONE) && position.flushed().equals(Lsn.ZERO);
    return empty ? null : position.flushed();
  }

  /** The database system that the log was filled from, once it is known. */
  Optional<String> system() {
    return log.source().map(SourceIdentity::systemIdentifier);
  }

  /** The epoch of the events that are read next. */
  int epoch() {
    return log.source().map(SourceIdentity::epoch).orElse(0);
  }

  /** Marks in the log what the connection has found to be missing before it. */
  void continueFrom(Prepared prepared) {
    if (log.source().isEmpty() && prepared.slotOrigin() == SlotOrigin.FOUND) {
      // What the slot gave out before went elsewhere, such as into a log that was lost.
      log.raiseFloor(EventId.endOf(epoch(), prepared.confirmed()));
    }
    if (prepared.slotOrigin() == SlotOrigin.RECREATED) {
      appendGap(prepared.confirmed());
    }
    log.identify(new SourceIdentity(prepared.systemIdentifier(), prepared.timeline(), epoch()));
  }

  private void appendGap(Lsn at) {
    EventId lastId = log.position().lastId();
    EventId id = EventId.of(epoch(), at, 0);
    if (id.isAfter(lastId)) {
      EventBatch batch = new EventBatch(256);
      GapEvent.append(id, GapEvent.Reason.SLOT_RECREATED, lastId, batch);
      log.append(List.of(batch), at);
    }
  }
}
