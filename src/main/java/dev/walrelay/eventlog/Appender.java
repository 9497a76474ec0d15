package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes batches and position. What it remembers of the newest row changes only once a commit is
 * done, so that a failed step leaves nothing behind and can be tried again. Not thread-safe.
 */
final class Appender implements AutoCloseable {

  /** Retention counts from a row's newest event: a row must not go on being joined for days. */
  private static final Duration JOIN_WITHIN = Duration.ofHours(1);

  private final LogDatabase database;
  private final Clock clock;
  private final BlockEncoder encoder = new BlockEncoder();
  private Optional<Tail> tail = Optional.empty();
  private long lastSequence;
  private long lastCommitTime = Long.MIN_VALUE;

  Appender(LogDatabase database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * The newest row while it is small; its block is the newest of {@link RecentBlocks}.
   *
   * @param after the last event before it
   */
  private record Tail(long sequence, int storedBytes, long begunAt, EventId after, Block block) {}

  /** Goes on behind the newest row there is, and joins it if its block is given. */
  void continueBehind(StoredBlock newest, Optional<Block> block) {
    lastSequence = newest.sequence();
    lastCommitTime = newest.lastCommitTime();
    tail = block.flatMap(it -> tail(newest, it, newest.storedAt(), it.id(0).predecessor()));
  }

  private static Optional<Tail> tail(StoredBlock row, Block block, long begunAt, EventId after) {
    return block.size() < RowPlan.JOIN_BELOW
        ? Optional.of(new Tail(row.sequence(), row.storedBytes(), begunAt, after, block))
        : Optional.empty();
  }

  /** Does not join a row that was removed. */
  void forgetThrough(EventId removed) {
    tail = tail.filter(it -> it.block().lastId().isAfter(removed));
  }

  /** Stores the batches and the position, and returns what readers may see from then on. */
  LogView append(LogView before, List<EventBatch> batches, Lsn flushed) {
    LogPosition position = before.state().position();
    Lsn newFlushed = Lsn.max(position.flushed(), flushed);
    List<EventBatch> filled = batches.stream().filter(batch -> batch.count() > 0).toList();
    if (!filled.isEmpty()) {
      return appendEvents(before, before.state().source(), filled, newFlushed);
    }
    if (newFlushed.equals(position.flushed())) {
      return before;
    }
    LogState state = before.state().withFlushed(newFlushed);
    save(Optional.empty(), List.of(), List.of(), state);
    return before.withState(state);
  }

  /** Stores the event that a new history begins with, and whose history it is. */
  LogView beginEpoch(LogView before, SourceIdentity source, EventBatch gap, Lsn flushed) {
    return appendEvents(before, Optional.of(source), List.of(gap), flushed);
  }

  private LogView appendEvents(
      LogView before, Optional<SourceIdentity> source, List<EventBatch> batches, Lsn flushed) {
    long now = clock.millis();
    LogState state = before.state();
    Optional<Tail> joinable = tail.filter(it -> now - it.begunAt() < JOIN_WITHIN.toMillis());
    RowPlan plan =
        RowPlan.of(state.position().lastId(), lastCommitTime, joinable.map(Tail::block), batches);
    Optional<Tail> joined = joinable.filter(it -> plan.joinsTail());
    List<Block> blocks = plan.rows().stream().map(RowPlan.Row::block).toList();
    List<StoredBlock> rows = encode(plan.rows(), now);
    long storedBytes =
        state.storedBytes()
            - joined.map(Tail::storedBytes).orElse(0)
            + rows.stream().mapToLong(StoredBlock::storedBytes).sum();
    LogState newState =
        state
            .withAppended(new LogPosition(blocks.getLast().lastId(), flushed), storedBytes)
            .withSource(source);
    EventId first = joined.map(Tail::after).orElse(state.position().lastId());
    save(joined, rows, summaries(first, blocks), newState);
    long begunAt = blocks.size() == 1 ? joined.map(Tail::begunAt).orElse(now) : now;
    EventId after = blocks.size() == 1 ? first : blocks.get(blocks.size() - 2).lastId();
    lastSequence = rows.getLast().sequence();
    lastCommitTime = rows.getLast().lastCommitTime();
    tail = tail(rows.getLast(), blocks.getLast(), begunAt, after);
    return before.withAppended(newState, blocks, plan.joinsTail());
  }

  private List<StoredBlock> encode(List<RowPlan.Row> planned, long now) {
    List<StoredBlock> rows = new ArrayList<>();
    for (RowPlan.Row row : planned) {
      rows.add(
          StoredBlock.of(
              lastSequence + 1 + rows.size(),
              row.block(),
              row.lastCommitTime(),
              now,
              encoder.encode(row.block())));
    }
    return rows;
  }

  private static List<BlockSummary> summaries(EventId first, List<Block> blocks) {
    List<BlockSummary> summaries = new ArrayList<>();
    EventId after = first;
    for (Block block : blocks) {
      BlockSummary.of(after, block).ifPresent(summaries::add);
      after = block.lastId();
    }
    return summaries;
  }

  private void save(
      Optional<Tail> replaced,
      List<StoredBlock> rows,
      List<BlockSummary> summaries,
      LogState state) {
    database.write(
        connection -> {
          if (replaced.isPresent()) {
            long sequence = replaced.get().sequence();
            BlockTable.delete(connection, sequence, sequence);
          }
          for (StoredBlock row : rows) {
            BlockTable.insert(connection, row);
          }
          for (BlockSummary summary : summaries) {
            SummaryTable.insert(connection, summary);
          }
          return StateTable.save(connection, state);
        });
  }

  @Override
  public void close() {
    encoder.close();
  }
}
