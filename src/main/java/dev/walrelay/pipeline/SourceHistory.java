package dev.walrelay.pipeline;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.GapEvent;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.SourceIdentity;
import dev.walrelay.replication.Prepared;
import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.replication.StoredHistory;
import dev.walrelay.wal.Lsn;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that the log continues the history that it holds, and marks where it does not. */
final class SourceHistory {

  private static final Logger LOGGER = LoggerFactory.getLogger(SourceHistory.class);

  private final EventLog log;

  SourceHistory(EventLog log) {
    this.log = log;
  }

  /** What is stored, or null in a log that has never been filled. */
  @Nullable StoredHistory stored() {
    Lsn flushed = log.position().flushed();
    return flushed.equals(Lsn.ZERO)
        ? null
        : log.source()
            .map(
                it ->
                    new StoredHistory(
                        flushed, it.systemIdentifier(), it.timeline(), it.majorVersion()))
            .orElse(null);
  }

  /** The epoch of the events that are read next. */
  int epoch() {
    return log.source().map(SourceIdentity::epoch).orElse(0);
  }

  /** Whether what is stored came from another database system than the one that was found. */
  boolean isOfAnotherSystemThan(Prepared prepared) {
    return log.source()
        .filter(it -> !it.systemIdentifier().equals(prepared.systemIdentifier()))
        .isPresent();
  }

  /** Marks in the log what the connection has found to be missing before it. */
  void continueFrom(Prepared prepared) {
    StoredHistory stored = stored();
    if (stored == null) {
      begin(prepared);
    } else if (prepared.slotOrigin() == SlotOrigin.UPGRADED) {
      upgraded(stored, prepared);
    } else if (isOfAnotherSystemThan(prepared)) {
      beginEpoch(prepared, prepared.confirmed());
    } else if (prepared.forkedAt() != null) {
      beginEpoch(prepared, prepared.forkedAt());
    } else if (prepared.slotOrigin() == SlotOrigin.RECREATED) {
      appendGap(GapEvent.Reason.SLOT_RECREATED, prepared.confirmed());
    } else if (prepared.confirmed().isAfter(stored.flushed())) {
      appendGap(GapEvent.Reason.SLOT_MOVED, prepared.confirmed());
    }
    log.identify(identity(prepared, epoch()));
  }

  private static SourceIdentity identity(Prepared prepared, int epoch) {
    return new SourceIdentity(
        prepared.systemIdentifier(), prepared.timeline(), epoch, prepared.majorVersion());
  }

  private void begin(Prepared prepared) {
    if (log.source().isEmpty() && prepared.slotOrigin() == SlotOrigin.FOUND) {
      // What the slot gave out before went elsewhere, such as into a log that was lost.
      log.raiseFloor(EventId.endOf(epoch(), prepared.confirmed()));
    }
    log.identify(identity(prepared, epoch()));
    log.append(List.of(), prepared.confirmed());
  }

  /** Whether somebody has read from the slot in between can't be seen, so the place is marked. */
  private void upgraded(StoredHistory stored, Prepared prepared) {
    LOGGER.info(
        "The source was upgraded from PostgreSQL {} to {}, and slot '{}' with it.",
        stored.majorVersion(),
        prepared.serverVersion(),
        prepared.slot());
    if (prepared.confirmed().isAfter(stored.flushed())) {
      appendGap(GapEvent.Reason.SLOT_MOVED, prepared.confirmed());
    }
  }

  private void appendGap(GapEvent.Reason reason, Lsn at) {
    EventId lastId = log.position().lastId();
    LOGGER.warn(
        "Events between {} and position {} may be missing ({}); a gap event marks the place.",
        lastId,
        at,
        reason);
    log.append(List.of(gap(EventId.of(epoch(), at, 0), reason)), at);
  }

  /** Positions are used again for something else: from here on ids have a higher first byte. */
  private void beginEpoch(Prepared prepared, Lsn at) {
    int epoch = epoch() + 1;
    LOGGER.warn(
        "The source's history is another one than before from position {} on; the stream goes on in"
            + " epoch {}, and a gap event marks the place.",
        at,
        epoch);
    log.beginEpoch(
        identity(prepared, epoch),
        gap(EventId.of(epoch, at, 0), GapEvent.Reason.HISTORY_REPLACED),
        at);
  }

  private EventBatch gap(EventId id, GapEvent.Reason reason) {
    EventBatch batch = new EventBatch(256);
    GapEvent.append(id, reason, log.position().lastId(), batch);
    return batch;
  }
}
