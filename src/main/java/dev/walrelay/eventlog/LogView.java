package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.util.List;
import java.util.Optional;

/**
 * All that readers see of the log at one moment. Immutable and replaced as a whole, so that no
 * reader needs a lock, and what a reader concludes from its parts is consistent.
 *
 * @param earliest the first event stored
 */
record LogView(LogState state, Optional<EventId> earliest, RecentBlocks recent, boolean closed) {

  static LogView of(LogState state, Optional<EventId> earliest, RecentBlocks recent) {
    return new LogView(state, earliest, recent, false);
  }

  boolean hasEventAfter(EventId id) {
    return earliest.isPresent() && state.position().lastId().isAfter(id);
  }

  LogView withState(LogState newState) {
    return new LogView(newState, earliest, recent, closed);
  }

  LogView withAppended(LogState newState, List<Block> blocks, boolean replaceLast) {
    return new LogView(
        newState,
        earliest.or(() -> Optional.of(blocks.getFirst().id(0))),
        recent.with(blocks, replaceLast),
        closed);
  }

  LogView withRemoved(LogState newState, EventId removed, Optional<EventId> newEarliest) {
    return new LogView(newState, newEarliest, recent.without(removed), closed);
  }

  LogView asClosed() {
    return new LogView(state, earliest, recent, true);
  }
}
