package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which rows batches become. Small ones share a row, also with the newest one that is stored, so
 * that a slow source does not leave millions of tiny ones.
 *
 * @param joinsTail whether the first row takes the place of the newest one that is stored
 */
record RowPlan(List<Row> rows, boolean joinsTail) {

  /** A block of so many bytes takes in what comes next. */
  static final int JOIN_BELOW = 64 << 10;

  private static final int JOIN_UP_TO = 256 << 10;

  /** A row to write; its time is the latest commit in it or before it. */
  record Row(Block block, long lastCommitTime) {}

  /**
   * Plans the rows.
   *
   * @param lastId the last event that is stored
   * @param lastCommitTime the latest commit that is stored
   * @param tail the newest block that is stored, if it may be joined
   * @throws IllegalArgumentException if the batches are not in order behind the last event
   */
  static RowPlan of(
      EventId lastId, long lastCommitTime, Optional<Block> tail, List<EventBatch> batches) {
    Planning planning = new Planning(lastId, lastCommitTime);
    int next = batches.getFirst().size();
    Optional<Block> joined = tail.filter(block -> fits(block.size(), next));
    joined.ifPresent(planning.parts::add);
    batches.forEach(planning::add);
    planning.endRow();
    return new RowPlan(planning.rows, joined.isPresent());
  }

  private static boolean fits(long size, int added) {
    return size < JOIN_BELOW && size + added <= JOIN_UP_TO;
  }

  private static final class Planning {

    private final List<Row> rows = new ArrayList<>();
    private final List<Block> parts = new ArrayList<>();
    private EventId lastId;
    private long lastCommitTime;

    Planning(EventId lastId, long lastCommitTime) {
      this.lastId = lastId;
      this.lastCommitTime = lastCommitTime;
    }

    void add(EventBatch batch) {
      Block block = Block.of(batch);
      EventId firstId = block.id(0);
      if (!firstId.isAfter(lastId) || firstId.isAfter(block.lastId())) {
        throw new IllegalArgumentException(
            "events %s to %s cannot be stored after %s".formatted(firstId, block.lastId(), lastId));
      }
      if (!parts.isEmpty() && !fits(parts.stream().mapToLong(Block::size).sum(), block.size())) {
        endRow();
      }
      parts.add(block);
      lastId = block.lastId();
      lastCommitTime = Math.max(lastCommitTime, batch.lastCommitTime());
    }

    void endRow() {
      rows.add(new Row(BlockJoin.of(parts), lastCommitTime));
      parts.clear();
    }
  }
}
