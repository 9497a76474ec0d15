package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The durable log of events. One thread appends; any number read, each with nothing but an {@link
 * EventId} as its cursor. Errors of the storage are an {@link EventLogException}; an append that
 * threw has stored nothing, and may be tried again.
 */
public interface EventLog extends AutoCloseable {

  /** How far the log reaches; what is counted here is on disk. */
  LogPosition position();

  /**
   * Stores batches and position in one atomic step and returns when they are on disk. The ids of
   * the events ascend and are all after {@link LogPosition#lastId()}.
   *
   * @param flushed the new {@link LogPosition#flushed()}; a lower one than before is ignored
   */
  void append(List<EventBatch> batches, Lsn flushed);

  /**
   * A block that begins with or contains the first stored event after the id, or null if there is
   * none yet. Use {@link Block#indexAfter} to find the place in it.
   *
   * @throws DamagedLogException if it is not what was stored
   */
  @Nullable Block next(EventId after);

  /**
   * Goes past events that somebody with this interest does not want, as far as that costs next to
   * nothing; there may be more of them.
   *
   * @return an id that is not before the given one, and no event between the two is wanted
   */
  EventId skip(EventId after, Interest interest);

  /**
   * Waits until an event after the id is stored that somebody with this interest may want, or any
   * event that follows a gap, or the time is over, or the log is closed; or less.
   *
   * @return an id that is not before the given one, and no event between the two is wanted
   */
  EventId await(EventId after, Interest interest, Duration atMost) throws InterruptedException;

  /**
   * The last event that the log no longer has: a reader that continues after an earlier id has a
   * gap. {@link EventId#NONE} while the log is complete. It rises before events are removed: asked
   * after {@link #next}, it tells whether some were missing before what that returned.
   */
  EventId floor();

  /**
   * Where it ends: the last event that it has or had. Every id that was read from this log, or of
   * which it is said where to go on, is not after it.
   */
  default EventId end() {
    EventId last = position().lastId();
    EventId floor = floor();
    return floor.isAfter(last) ? floor : last;
  }

  /** Says that what comes up to an id was never in this log: raises {@link #floor()}. */
  void raiseFloor(EventId id);

  /** The first event that is stored, if any. */
  Optional<EventId> earliest();

  /**
   * The id to read after in order to get what was committed at that time or later (the commit times
   * of a server ascend nearly, not strictly: nothing later is left out, something earlier may come
   * along).
   */
  EventId before(Instant commitTime);

  /** The database whose history this is, once it is known. */
  Optional<SourceIdentity> source();

  /** Remembers the database whose history this is. */
  void identify(SourceIdentity source);

  /**
   * Goes on with another history than before, in one atomic step: remembers whose it is, stores the
   * gap event that begins it, and sets {@link LogPosition#flushed()} to a position in it, which may
   * be lower than before.
   *
   * @param gap one event, whose id is after {@link LogPosition#lastId()}
   */
  void beginEpoch(SourceIdentity source, EventBatch gap, Lsn flushed);

  /** What damage readers came upon since it was opened, in a sentence that says what to do. */
  Optional<String> damage();

  /** Bytes that the stored events take on disk. */
  long sizeBytes();

  /** Removes the oldest events beyond the bounds; called from time to time. */
  void retain();

  @Override
  void close();
}
