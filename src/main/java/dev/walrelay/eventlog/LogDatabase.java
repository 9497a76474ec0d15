package dev.walrelay.eventlog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The database that the log lives in, with one connection that writes and a few that read. Other
 * tables that must change together, or be as durable as the log, live here too and are reached the
 * same way. For any number of threads.
 */
public final class LogDatabase {

  private static final int READERS = 4;

  private final SqliteFile file;
  private final ReentrantLock writing = new ReentrantLock(true);
  private final Semaphore reading = new Semaphore(READERS, true);
  private final Queue<Connection> idleReaders = new ConcurrentLinkedQueue<>();
  private @Nullable Connection writer;
  private boolean relaxed;
  private volatile boolean closed;

  LogDatabase(SqliteFile file) {
    this.file = file;
  }

  /**
   * Statements on a connection that is only lent: neither closed nor committed by them. What is
   * prepared on it may be used again when the same connection is lent again, and ends with it.
   */
  @FunctionalInterface
  public interface Work<T> {

    /** Runs the statements. */
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs statements in one transaction, waiting while another thread writes. On return they are on
   * disk; if this throws, nothing of them is.
   *
   * @throws EventLogException if the database fails
   */
  public <T> T write(Work<T> work) {
    return write(work, false);
  }

  /**
   * Runs statements in one transaction, as {@link #write} does, but without waiting for the disk:
   * on return they survive the end of this process, while a failure of the whole machine may undo
   * this and later relaxed writes, up to the last {@link #write}; never an earlier one alone.
   *
   * @throws EventLogException if the database fails
   */
  public <T> T writeRelaxed(Work<T> work) {
    return write(work, true);
  }

  /**
   * Runs a single statement, which is a transaction by itself, as {@link #writeRelaxed} does: a
   * transaction around it would be three statements more.
   *
   * @throws EventLogException if the database fails
   */
  public <T> T writeStatement(Work<T> statement) {
    return exclusively(
        connection -> {
          relax(connection, true);
          return statement.run(connection);
        });
  }

  private <T> T write(Work<T> work, boolean inRelaxedMode) {
    return exclusively(
        connection -> {
          relax(connection, inRelaxedMode);
          connection.setAutoCommit(false);
          T result = work.run(connection);
          // This commits and no more; the driver's commit() would begin the next transaction, and
          // could fail at that when everything is on disk already.
          connection.setAutoCommit(true);
          return result;
        });
  }

  private void relax(Connection connection, boolean wanted) throws SQLException {
    if (relaxed != wanted) {
      file.synchronous(connection, !wanted);
      relaxed = wanted;
    }
  }

  /** Runs statements that cannot be part of a transaction, while no other thread writes. */
  <T> T exclusively(Work<T> work) {
    writing.lock();
    boolean done = false;
    try {
      T result = work.run(writer());
      done = true;
      return result;
    } catch (SQLException e) {
      throw file.explain("could not be written", e);
    } finally {
      if (!done) {
        // Closing rolls back whatever state the failure left the connection in.
        closeWriter();
      }
      writing.unlock();
    }
  }

  /**
   * Runs statements that only read, waiting while too many other threads do; keep it short.
   *
   * @throws EventLogException if the database fails
   */
  public <T> T read(Work<T> work) {
    reading.acquireUninterruptibly();
    Connection connection = null;
    try {
      connection = reader();
      T result = work.run(connection);
      idleReaders.add(connection);
      connection = null;
      return result;
    } catch (SQLException e) {
      throw file.explain("could not be read", e);
    } finally {
      close(connection);
      reading.release();
    }
  }

  private Connection writer() throws SQLException {
    refuseIfClosed();
    Connection current = writer;
    if (current == null) {
      current = file.connect();
      writer = current;
      relaxed = false;
    }
    return current;
  }

  private Connection reader() throws SQLException {
    refuseIfClosed();
    Connection idle = idleReaders.poll();
    return idle == null ? file.connectToRead() : idle;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new EventLogException("The event log is closed, because the service is stopping.");
    }
  }

  /** Waits for the statements that run, and closes all connections. */
  void close() {
    closed = true;
    reading.acquireUninterruptibly(READERS);
    writing.lock();
    try {
      idleReaders.forEach(this::close);
      idleReaders.clear();
      closeWriter();
    } finally {
      writing.unlock();
      reading.release(READERS);
    }
  }

  private void closeWriter() {
    close(writer);
    writer = null;
  }

  private void close(@Nullable Connection connection) {
    if (connection != null) {
      file.disconnect(connection);
    }
  }
}
