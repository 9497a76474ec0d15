package dev.walrelay.delivery;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.event.GapEvent;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.EventLog;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the log block by block and picks the events that a filter selects, from history into what
 * is only just stored: everyone who delivers events reads through this. Used by one thread at a
 * time. While it is caught up it holds on to no block, so that an idle reader costs next to
 * nothing.
 *
 * <pre>{@code
 * while (reader.load() == LogReader.Progress.BLOCK) {
 *   for (int i = reader.next(); i >= 0; i = reader.next()) {
 *     deliver(reader.block(), i);
 *   }
 * }
 * }</pre>
 */
public final class LogReader {

  /** What {@link #load} found. */
  public enum Progress {
    /** There are further events; whether some are selected, {@link #next} tells. */
    BLOCK,
    /** Nothing is stored after {@link #position()} yet. */
    CAUGHT_UP,
    /**
     * What follows {@link #position()} is no longer stored, or that is ahead of the log; {@link
     * #skipGap} goes on.
     */
    BEHIND
  }

  private final EventLog log;
  private final Filter filter;
  private boolean anywhere;
  private boolean ahead;
  private EventId position;
  private @Nullable Block block;
  private Filter.Selection selection = Filter.ALL.select(List.of());
  private int index;

  /** Starts where the position says, as the log stands now. */
  public LogReader(EventLog log, Filter filter, StartPosition start) {
    this.log = log;
    this.filter = filter;
    this.anywhere = start.anywhere();
    this.ahead = start.isAhead(log);
    this.position = start.resolve(log);
  }

  /** Everything up to this id has been looked at: where another reader can go on. */
  public EventId position() {
    return block == null || index < 0 ? position : block.id(index);
  }

  /** Whether {@link #load} would find a gap before anything else. */
  public boolean hasGap() {
    return ahead || (!anywhere && log.floor().isAfter(position()));
  }

  /** What to answer to somebody who is not content with a gap event. */
  public RetentionGapException gap() {
    return ahead
        ? RetentionGapException.ahead(position(), log)
        : new RetentionGapException(position(), log.earliest());
  }

  /** Fetches what is stored after {@link #position()}; the rest of the last block is dropped. */
  public Progress load() {
    position = position();
    block = null;
    if (ahead) {
      return Progress.BEHIND;
    }
    while (true) {
      EventId skipped = log.skip(position, filter.interest());
      Block loaded = log.next(skipped);
      // Only now: had it been asked before, events could be removed between question and answer.
      EventId floor = log.floor();
      if (!floor.isAfter(position)) {
        position = skipped;
        return enter(loaded);
      }
      if (!anywhere) {
        return Progress.BEHIND;
      }
      position = floor;
    }
  }

  /**
   * Like {@link #load} for a reader that has something to deliver already, which goes first if what
   * follows is damaged: null then, and the next attempt tells.
   *
   * @param hasSome whether it has
   * @throws DamagedLogException if it has nothing
   */
  public @Nullable Progress load(boolean hasSome) {
    try {
      return load();
    } catch (DamagedLogException e) {
      if (hasSome) {
        return null;
      }
      throw e;
    }
  }

  private Progress enter(@Nullable Block loaded) {
    if (loaded == null) {
      // From here on it waits for what follows; a log that never had an event promises nothing.
      anywhere &= position.equals(EventId.NONE);
      return Progress.CAUGHT_UP;
    }
    anywhere = false;
    selection = filter.select(loaded.dictionary());
    index =
        loaded.concerns(filter.interest()) ? loaded.indexAfter(position) - 1 : loaded.count() - 1;
    block = loaded;
    return Progress.BLOCK;
  }

  /**
   * While it is caught up: waits until there is an event that may be selected, or the time is over,
   * or the log is closed; or less. {@link #position()} moves on past what is not selected.
   */
  void await(Duration atMost) throws InterruptedException {
    position = log.await(position(), filter.interest(), atMost);
  }

  /** The index of the next selected event in {@link #block()}, or -1 when it has no more. */
  public int next() {
    Block current = block();
    int count = current.count();
    while (index + 1 < count) {
      index++;
      if (selection.matches(current.subject(index), current.op(index))
          && filter.accepts(
              current.op(index), current.bytes(), current.start(index), current.end(index))) {
        return index;
      }
    }
    return -1;
  }

  /**
   * The block that {@link #load} found.
   *
   * @throws IllegalStateException if it found none
   */
  public Block block() {
    if (block == null) {
      throw new IllegalStateException("no block is loaded");
    }
    return block;
  }

  /**
   * Moves to the earliest event that is stored. The gap event bears the id of the last event that
   * is gone, which then is {@link #position()}, so that going on after it finds no gap again. After
   * an id that is ahead, everything that is stored may be new.
   *
   * @return the JSON of the gap event, which is to be delivered in place of what is gone
   */
  public byte[] skipGap() {
    EventId last = position();
    GapEvent.Reason reason = ahead ? GapEvent.Reason.HISTORY_REPLACED : GapEvent.Reason.RETENTION;
    ahead = false;
    block = null;
    position = log.floor();
    return GapEvent.json(position, reason, last);
  }
}
