package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest blocks of the log without a gap between them, shared by all readers near the end.
 * Immutable, so that a reader needs no lock; small blocks are merged, so that there are at most a
 * few hundred, and an append can afford a new list.
 */
final class RecentBlocks {

  private final long capacity;
  private final EventId after;
  private final List<Block> blocks;

  private RecentBlocks(long capacity, EventId after, List<Block> blocks) {
    this.capacity = capacity;
    this.after = after;
    this.blocks = blocks;
  }

  /** No blocks; those to come hold all events after the id, and take at most that many bytes. */
  static RecentBlocks startingAfter(EventId after, long capacity) {
    return new RecentBlocks(capacity, after, List.of());
  }

  /** Whether what a reader at this id needs next is here, or nowhere. */
  boolean cover(EventId reader) {
    return !after.isAfter(reader);
  }

  /** The block with the first event after an id that is covered, or null if there is none. */
  @Nullable Block next(EventId reader) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks.get(middle).lastId().isAfter(reader)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < blocks.size() ? blocks.get(low) : null;
  }

  /** An id up to which no block after one that is covered concerns somebody with this interest. */
  EventId skip(EventId reader, Interest interest) {
    EventId skipped = reader;
    Block block = next(reader);
    while (block != null && !block.concerns(interest)) {
      skipped = block.lastId();
      block = next(skipped);
    }
    return skipped;
  }

  /** Adds blocks at the end; the first of them takes the last one's place if told so. */
  RecentBlocks with(List<Block> added, boolean replacesLast) {
    Deque<Block> all = new ArrayDeque<>(blocks);
    if (replacesLast) {
      all.removeLast();
    }
    all.addAll(added);
    long weight = all.stream().mapToLong(Block::weight).sum();
    EventId start = after;
    // A block that is too large by itself goes as well: it would stay until the next one comes.
    while (weight > capacity) {
      Block oldest = all.removeFirst();
      weight -= oldest.weight();
      start = oldest.lastId();
    }
    return new RecentBlocks(capacity, start, List.copyOf(all));
  }

  /** Drops blocks that the log no longer has. */
  RecentBlocks without(EventId removed) {
    if (!removed.isAfter(after)) {
      return this;
    }
    List<Block> left = blocks.stream().filter(block -> block.lastId().isAfter(removed)).toList();
    return new RecentBlocks(capacity, removed, left);
  }
}
