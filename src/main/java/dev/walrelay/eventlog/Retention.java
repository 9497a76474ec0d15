package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Decides what the log no longer keeps, and removes it in steps so small that an append that waits
 * for one hardly notices.
 */
final class Retention {

  private static final int STEP_ROWS = 64;
  private static final long STEP_BYTES = 8 << 20;

  private final LogDatabase database;
  private final LogSettings settings;
  private final Clock clock;

  Retention(LogDatabase database, LogSettings settings, Clock clock) {
    this.database = database;
    this.settings = settings;
    this.clock = clock;
  }

  /** The next blocks to remove, without a gap between them. */
  record Step(long firstSequence, long lastSequence, EventId lastId, long storedBytes) {}

  /** What to remove next; nothing if the log is within its bounds. */
  Optional<Step> next(LogState state) {
    List<BlockTable.Oldest> oldest =
        database.read(connection -> BlockTable.oldest(connection, STEP_ROWS));
    long before = clock.millis() - settings.maxAge().toMillis();
    long bytes = 0;
    Optional<Step> step = Optional.empty();
    for (BlockTable.Oldest row : oldest) {
      boolean tooOld = row.storedAt() < before;
      boolean newest = row.lastId().equals(state.position().lastId());
      boolean tooMuch = state.storedBytes() - bytes > settings.maxSizeBytes() && !newest;
      if (bytes > STEP_BYTES || !(tooOld || tooMuch)) {
        break;
      }
      bytes += row.storedBytes();
      step =
          Optional.of(new Step(oldest.getFirst().sequence(), row.sequence(), row.lastId(), bytes));
    }
    return step;
  }

  /** Removes blocks, stores the state that says so, and returns the first event that is left. */
  Optional<EventId> remove(Step step, LogState state) {
    return database.write(
        connection -> {
          BlockTable.delete(connection, step.firstSequence(), step.lastSequence());
          SummaryTable.deleteThrough(connection, step.lastId());
          StateTable.save(connection, state);
          return BlockTable.earliest(connection);
        });
  }
}
