package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;
import java.util.Optional;

/**
 * What the log remembers beside its events; stored in the same commit as they are.
 *
 * @param storedBytes sum over all stored blocks, kept so that nobody has to sum it up
 */
record LogState(
    LogPosition position, EventId floor, long storedBytes, Optional<SourceIdentity> source) {

  LogState withAppended(LogPosition newPosition, long newStoredBytes) {
    return new LogState(newPosition, floor, newStoredBytes, source);
  }

  LogState withFlushed(Lsn flushed) {
    return withAppended(new LogPosition(position.lastId(), flushed), storedBytes);
  }

  LogState withRemoved(EventId removed, long removedBytes) {
    return new LogState(position, highest(removed), storedBytes - removedBytes, source);
  }

  LogState withFloor(EventId newFloor) {
    return new LogState(position, highest(newFloor), storedBytes, source);
  }

  LogState withSource(Optional<SourceIdentity> newSource) {
    return new LogState(position, floor, storedBytes, newSource);
  }

  private EventId highest(EventId other) {
    return other.isAfter(floor) ? other : floor;
  }
}
