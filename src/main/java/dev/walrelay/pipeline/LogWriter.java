package dev.walrelay.pipeline;

import dev.walrelay.event.EventBatch;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends batches to the log on a thread of its own, so that a slow disk does not keep the reading
 * thread from answering the server. All that came in while one append was at work goes into the
 * next. A failed append is tried again until it succeeds: nothing is dropped, the bounded queue
 * fills, and the reader waits.
 */
final class LogWriter implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(LogWriter.class);
  private static final int QUEUE_BYTES = 4 * 1024 * 1024;
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final EventLog log;
  private final StoredListener listener;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Handover> queue = new ArrayList<>();
  private int queuedBytes;
  private boolean working;
  private boolean closed;
  private volatile @Nullable String failure;

  LogWriter(EventLog log, StoredListener listener) {
    this.log = log;
    this.listener = listener;
    this.thread = Thread.ofPlatform().name("walrelay-log").daemon().start(this::run);
  }

  /** Whether all that was handed over is stored. */
  boolean isIdle() {
    lock.lock();
    try {
      return queue.isEmpty() && !working;
    } finally {
      lock.unlock();
    }
  }

  /** Why the log can't be written at present, or null. */
  @Nullable String failure() {
    return failure;
  }

  /**
   * Queues what is to be appended; an empty batch only moves the position.
   *
   * @return whether there was room for it within that time
   */
  boolean offer(Handover handover, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (queuedBytes >= QUEUE_BYTES && !closed) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      if (closed) {
        return false;
      }
      queue.add(handover);
      queuedBytes += handover.batch().size();
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all is stored; false if it is not within that time. */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (!queue.isEmpty() || working) {
        if (left <= 0 || closed) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread; what it can't store before is read again from the slot. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(CLOSE_WAIT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      for (List<Handover> group = take(); group != null; group = take()) {
        store(group);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable List<Handover> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      working = false;
      changed.signalAll();
      while (queue.isEmpty()) {
        if (closed) {
          return null;
        }
        changed.await();
      }
      List<Handover> group = queue;
      queue = new ArrayList<>();
      queuedBytes = 0;
      working = true;
      changed.signalAll();
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void store(List<Handover> group) throws InterruptedException {
    List<EventBatch> batches =
        group.stream().map(Handover::batch).filter(batch -> batch.count() > 0).toList();
    Lsn flushed = group.getLast().flushed();
    while (!append(batches, flushed)) {
      if (isClosedAfter(RETRY_AFTER)) {
        return;
      }
    }
    tell(group);
  }

  /** What fails here is stored all the same, and this thread has more to store. */
  private void tell(List<Handover> group) {
    try {
      listener.stored(group, log.position());
    } catch (RuntimeException | VirtualMachineError e) {
      LOGGER.error("Events were stored, but not all that follows from it was done.", e);
    }
  }

  private boolean append(List<EventBatch> batches, Lsn flushed) {
    try {
      log.append(batches, flushed);
      if (failure != null) {
        LOGGER.info("The event log can be written again; reading goes on.");
        failure = null;
      }
      return true;
    } catch (RuntimeException | VirtualMachineError e) {
      // Whatever it is, this thread must live on and try again, or the events never get stored.
      if (!String.valueOf(e.getMessage()).equals(failure)) {
        LOGGER.error(
            "{} Nothing is lost: the slot waits until the log can be written.", e.getMessage(), e);
      }
      failure = String.valueOf(e.getMessage());
      return false;
    }
  }

  private boolean isClosedAfter(Duration pause) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = pause.toNanos();
      while (!closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
