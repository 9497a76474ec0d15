package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Looks for the last block that is damaged or lost, from the newest back, so that the log can begin
 * behind it.
 */
final class Repair {

  private final LogDatabase database;

  Repair(LogDatabase database) {
    this.database = database;
  }

  /**
   * The blocks that are to be removed, if there are any.
   *
   * @throws DamagedLogException if more than blocks is damaged
   */
  Optional<Retention.Step> find(LogState state) {
    Optional<EventId> lost = database.exclusively(Repair::rebuildIndexes);
    Optional<Retention.Step> lostStep = lost.map(id -> step(sequenceUpTo(id), id));
    Optional<Retention.Step> damagedStep = damaged(state.position().lastId());
    return damagedStep
        .filter(it -> lost.isEmpty() || it.lastId().isAfter(lost.get()))
        .or(() -> lostStep);
  }

  private Optional<Retention.Step> damaged(EventId end) {
    EventId lastId = end;
    Optional<StoredBlock> row = database.read(BlockTable::newest);
    while (row.isPresent()) {
      StoredBlock block = row.get();
      if (isDamaged(block)) {
        return Optional.of(step(block.sequence(), lastId));
      }
      lastId = block.firstId().predecessor();
      row = database.read(connection -> BlockTable.before(connection, block.sequence()));
    }
    return Optional.empty();
  }

  /** Returns the last event of which only an index knew. */
  private static Optional<EventId> rebuildIndexes(Connection connection) throws SQLException {
    Optional<EventId> lost = BlockTable.lost(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("REINDEX event_block");
      // Only of use to go faster, and what is stored next has its own.
      statement.execute("DELETE FROM block_summary");
    }
    return lost;
  }

  private static boolean isDamaged(StoredBlock block) {
    try {
      block.decode();
      return false;
    } catch (DamagedLogException e) {
      return true;
    }
  }

  private long sequenceUpTo(EventId id) {
    return database.read(connection -> BlockTable.sequenceUpTo(connection, id));
  }

  private Retention.Step step(long sequence, EventId lastId) {
    long bytes = database.read(connection -> BlockTable.bytesThrough(connection, sequence));
    return new Retention.Step(Long.MIN_VALUE, sequence, lastId, bytes);
  }
}
