package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import dev.walrelay.wal.Lsn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log in an embedded SQLite database. Readers near the end are served from a {@link LogView} in
 * memory, without a lock and without SQL; those further back from disk.
 */
public final class JdbcEventLog implements EventLog {

  private static final Logger log = LoggerFactory.getLogger(JdbcEventLog.class);

  private static final long RECENT_BYTES = 16 << 20;
  private static final long CACHED_BYTES = 32 << 20;

  private final SqliteFile file;
  private final LogDatabase database;
  private final Appender appender;
  private final Retention retention;
  private final BlockCache cache = new BlockCache(CACHED_BYTES);

  private final Damage damage = new Damage();
  private final Waiters waiters = new Waiters(this::currentView);

  /** Held while the view changes; fair, so that retention lets appends in between its steps. */
  private final ReentrantLock changing = new ReentrantLock(true);

  private volatile LogView view;

  private JdbcEventLog(SqliteFile file, LogDatabase database, LogSettings settings, Clock clock) {
    this.file = file;
    this.database = database;
    this.appender = new Appender(database, clock);
    this.retention = new Retention(database, settings, clock);
    this.view = load();
  }

  /**
   * Opens the log, or makes a new one. It takes the same short time however much is stored, also
   * after the process was killed.
   *
   * @throws EventLogException if the file cannot be used, is another process's, or is newer than
   *     this version
   */
  public static JdbcEventLog open(LogSettings settings, Clock clock) {
    SqliteFile file = SqliteFile.open(settings.path());
    LogDatabase database = new LogDatabase(file);
    boolean opened = false;
    try {
      LogSchema.migrate(file);
      JdbcEventLog log = new JdbcEventLog(file, database, settings, clock);
      opened = true;
      return log;
    } finally {
      if (!opened) {
        database.close();
        file.close();
      }
    }
  }

  private LogView load() {
    LogState state = database.read(StateTable::load);
    Optional<StoredBlock> newest = database.read(BlockTable::newest);
    Optional<Block> tail =
        newest.filter(row -> row.rawBytes() < RowPlan.JOIN_BELOW).flatMap(this::tail);
    newest.ifPresent(row -> appender.continueBehind(row, tail));
    EventId recentAfter =
        tail.map(block -> block.id(0).predecessor()).orElse(state.position().lastId());
    return LogView.of(
        state,
        database.read(BlockTable::earliest),
        RecentBlocks.startingAfter(recentAfter, RECENT_BYTES).with(tail.stream().toList(), false));
  }

  /** A damaged row must not keep the log from going on behind it. */
  private Optional<Block> tail(StoredBlock newest) {
    try {
      return Optional.of(newest.decode());
    } catch (EventLogException e) {
      log.warn("The event log {} goes on behind damaged events. {}", file.path(), e.getMessage());
      return Optional.empty();
    }
  }

  /** The database of this log, for what has to be as durable as the log; closed with it. */
  public LogDatabase database() {
    return database;
  }

  @Override
  public LogPosition position() {
    return view.state().position();
  }

  @Override
  public EventId floor() {
    return view.state().floor();
  }

  @Override
  public Optional<EventId> earliest() {
    return view.earliest();
  }

  @Override
  public Optional<SourceIdentity> source() {
    return view.state().source();
  }

  @Override
  public Optional<String> damage() {
    return damage.found();
  }

  @Override
  public long sizeBytes() {
    return view.state().storedBytes();
  }

  @Override
  public @Nullable Block next(EventId after) {
    LogView now = refuseIfClosed(view);
    if (!now.hasEventAfter(after)) {
      return null;
    }
    // Blocks before the recent ones do not change any more, so what the view does not cover is on
    // disk as it was, or was removed since; either way the first one after the id is the next one.
    return now.recent().cover(after)
        ? now.recent().next(after)
        : damage.noting(() -> onDisk(after)).orElse(null);
  }

  /** There is one, unless it was removed, or cannot be found any more. */
  private Optional<Block> onDisk(EventId after) {
    Optional<Block> block = stored(connection -> BlockTable.after(connection, after));
    if (block.isEmpty() && !floor().isAfter(after)) {
      throw BlockTable.damagedIndex();
    }
    return block;
  }

  /** The block that a query finds, unless there is none. */
  private Optional<Block> stored(LogDatabase.Work<OptionalLong> query) {
    OptionalLong missing = OptionalLong.empty();
    while (true) {
      OptionalLong sequence = database.read(query);
      if (sequence.isEmpty()) {
        return Optional.empty();
      }
      if (sequence.equals(missing)) {
        throw BlockTable.damagedIndex();
      }
      Optional<Block> block = cache.get(sequence.getAsLong(), () -> load(sequence.getAsLong()));
      if (block.isPresent()) {
        return block;
      }
      // It was removed or replaced since, so that the next answer is another one.
      missing = sequence;
    }
  }

  /** Decodes without holding on to the connection. */
  private Optional<Block> load(long sequence) {
    return database
        .read(connection -> BlockTable.load(connection, sequence))
        .map(StoredBlock::decode);
  }

  @Override
  public EventId skip(EventId after, Interest interest) {
    LogView now = refuseIfClosed(view);
    if (!now.hasEventAfter(after)) {
      return after;
    }
    return now.recent().cover(after)
        ? now.recent().skip(after, interest)
        : skipOnDisk(after, interest);
  }

  /** What helps to skip events is not needed to read them. */
  private EventId skipOnDisk(EventId after, Interest interest) {
    try {
      return database.read(connection -> SummaryTable.skip(connection, after, interest));
    } catch (DamagedLogException e) {
      damage.note(String.valueOf(e.getMessage()));
      return after;
    }
  }

  @Override
  public EventId await(EventId after, Interest interest, Duration atMost)
      throws InterruptedException {
    return waiters.await(after, interest, atMost);
  }

  @Override
  public EventId before(Instant commitTime) {
    long micros = CommitTimes.micros(commitTime);
    EventId end = end();
    return damage
        .noting(() -> stored(connection -> BlockTable.atTime(connection, micros)))
        .map(block -> before(block, micros))
        .orElse(end);
  }

  /** A block that only comes after a removed one with a later commit may hold nothing so late. */
  private static EventId before(Block block, long micros) {
    int first = CommitTimes.firstSince(block, micros);
    return first == 0 ? block.id(0).predecessor() : block.id(first - 1);
  }

  @Override
  public void append(List<EventBatch> batches, Lsn flushed) {
    change(before -> appender.append(before, batches, flushed), batches);
  }

  @Override
  public void beginEpoch(SourceIdentity source, EventBatch gap, Lsn flushed) {
    change(before -> appender.beginEpoch(before, source, gap, flushed), List.of(gap));
  }

  @Override
  public void raiseFloor(EventId id) {
    change(
        before -> {
          LogState state = before.state().withFloor(id);
          if (!state.equals(before.state())) {
            database.write(connection -> StateTable.save(connection, state));
          }
          return before.withState(state);
        });
  }

  @Override
  public void identify(SourceIdentity source) {
    change(
        before -> {
          LogState state = before.state().withSource(Optional.of(source));
          if (!state.equals(before.state())) {
            database.write(connection -> StateTable.save(connection, state));
          }
          return before.withState(state);
        });
  }

  private void change(UnaryOperator<LogView> change) {
    change(change, List.of());
  }

  /** Replaces the view by the one that a durable change leads to, and wakes who waits for it. */
  private void change(UnaryOperator<LogView> change, List<EventBatch> appended) {
    changing.lock();
    try {
      LogView before = refuseIfClosed(view);
      LogView after = change.apply(before);
      view = after;
      if (!appended.isEmpty()) {
        waiters.appended(before, after, appended);
      }
    } finally {
      changing.unlock();
    }
  }

  @Override
  public void retain() {
    while (removeOldest()) {
      log.debug("Removed the oldest events of the event log, now complete after {}.", floor());
    }
    while (database.exclusively(file::shrink)) {
      log.debug("Gave free pages of the event log back.");
    }
    database.exclusively(file::shorten);
  }

  /**
   * Checks all that is stored, which takes a while, and lets the log begin behind the last damaged
   * block: a reader of what was before it has a gap then, as after retention.
   *
   * @throws DamagedLogException if so much is damaged that this cannot be done
   */
  public void repair() {
    changing.lock();
    try {
      LogView before = refuseIfClosed(view);
      Optional<Retention.Step> step = new Repair(database).find(before.state());
      step.ifPresent(it -> remove(it, before));
      log.warn(
          step.isPresent()
              ? "The event log {} was damaged and begins after {} now. Take walrelay.log.repair out of the settings."
              : "All of the event log {} was checked, and no event after {} is damaged. Take walrelay.log.repair out of the settings.",
          file.path(),
          floor());
    } finally {
      changing.unlock();
    }
  }

  private boolean removeOldest() {
    changing.lock();
    try {
      LogView before = refuseIfClosed(view);
      Optional<Retention.Step> step = retention.next(before.state());
      step.ifPresent(it -> remove(it, before));
      return step.isPresent();
    } finally {
      changing.unlock();
    }
  }

  /** Raises the floor first: a reader that finds events missing must find the floor above them. */
  private void remove(Retention.Step step, LogView before) {
    LogState state = before.state().withRemoved(step.lastId(), step.storedBytes());
    LogView after = before;
    view = before.withState(state);
    try {
      Optional<EventId> earliest = retention.remove(step, state);
      appender.forgetThrough(step.lastId());
      after = before.withRemoved(state, step.lastId(), earliest);
    } finally {
      view = after;
    }
  }

  private LogView currentView() {
    return view;
  }

  private static LogView refuseIfClosed(LogView view) {
    if (view.closed()) {
      throw new EventLogException("The event log is closed, because the service is stopping.");
    }
    return view;
  }

  @Override
  public void close() {
    changing.lock();
    try {
      LogView before = view;
      if (!before.closed()) {
        view = before.asClosed();
        waiters.close();
        database.close();
        appender.close();
        file.close();
      }
    } finally {
      changing.unlock();
    }
  }
}
