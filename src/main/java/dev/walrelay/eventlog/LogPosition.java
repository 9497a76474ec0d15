package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;

/**
 * How far the log reaches.
 *
 * @param lastId the last event stored, {@link EventId#NONE} in a log that never had one
 * @param flushed all WAL before this position is accounted for: what the slot may forget
 */
public record LogPosition(EventId lastId, Lsn flushed) {}
