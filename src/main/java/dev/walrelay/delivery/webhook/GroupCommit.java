package dev.walrelay.delivery.webhook;

import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.eventlog.LogDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Commits what many threads change at the same time in one step: whoever gets hold of the database
 * writes for all that wait for it.
 */
final class GroupCommit {

  private final LogDatabase database;
  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final ReentrantLock committing = new ReentrantLock();

  GroupCommit(LogDatabase database) {
    this.database = database;
  }

  /** Statements of one change. */
  @FunctionalInterface
  interface Change {

    void apply(Connection connection) throws SQLException;

    /**
     * What {@link #apply} did was not stored: it is to be as if that had not been called, before
     * anybody else's change is.
     */
    default void undone() {}
  }

  /** How a change is to be stored. */
  private enum Kind {
    SAFE,
    RELAXED,
    RELAXED_STATEMENT
  }

  private static final class Waiting {

    private final Change change;
    private final Kind kind;
    private boolean done;
    private @Nullable RuntimeException failure;

    Waiting(Change change, Kind kind) {
      this.change = change;
      this.kind = kind;
    }
  }

  /**
   * Returns when the change is on disk.
   *
   * @throws EventLogException if the database fails; then it is not
   */
  void commit(Change change) {
    commit(new Waiting(change, Kind.SAFE));
  }

  /**
   * Returns when the change survives the end of this process; a failure of the machine may undo it.
   *
   * @throws EventLogException if the database fails
   */
  void commitRelaxed(Change change) {
    commit(new Waiting(change, Kind.RELAXED));
  }

  /**
   * The same for a change that is one statement, which needs no transaction around it while nobody
   * else changes anything.
   *
   * @throws EventLogException if the database fails
   */
  void commitStatement(Change change) {
    commit(new Waiting(change, Kind.RELAXED_STATEMENT));
  }

  private void commit(Waiting waiting) {
    queue.add(waiting);
    committing.lock();
    try {
      if (!waiting.done) {
        commitQueue();
      }
    } finally {
      committing.unlock();
    }
    if (waiting.failure != null) {
      throw waiting.failure;
    }
  }

  private void commitQueue() {
    List<Waiting> group = new ArrayList<>();
    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
      group.add(next);
    }
    if (!store(group) && group.size() > 1) {
      // One of them may be to blame, for which the others need not suffer.
      group.forEach(waiting -> store(List.of(waiting)));
    }
  }

  /** Whether it could; each of them is told otherwise. */
  private boolean store(List<Waiting> group) {
    RuntimeException failure = write(group);
    for (Waiting waiting : group) {
      if (failure != null) {
        waiting.change.undone();
      }
      waiting.done = true;
      waiting.failure = failure;
    }
    return failure == null;
  }

  private @Nullable RuntimeException write(List<Waiting> group) {
    LogDatabase.Work<Integer> work =
        connection -> {
          for (Waiting waiting : group) {
            waiting.change.apply(connection);
          }
          return group.size();
        };
    try {
      if (group.stream().anyMatch(waiting -> waiting.kind == Kind.SAFE)) {
        database.write(work);
      } else if (group.size() > 1 || group.getFirst().kind == Kind.RELAXED) {
        database.writeRelaxed(work);
      } else {
        database.writeStatement(work);
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    } catch (Error e) {
      // Those that wait must not take silence for success.
      return new IllegalStateException("A change of webhook subscriptions was broken off.", e);
    }
  }
}
