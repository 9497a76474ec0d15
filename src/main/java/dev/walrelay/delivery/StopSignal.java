package dev.walrelay.delivery;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets readers wait for events and wakes them all when the service is to stop. They are woken by an
 * interrupt, which reaches them only while they wait: in the middle of a write it would close their
 * connection.
 */
public final class StopSignal {

  private final Map<Thread, Boolean> waiting = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /** Whether readers are to end. */
  public boolean isStopped() {
    return stopped;
  }

  /** Ends all waiting, now and from now on. */
  public void stop() {
    stopped = true;
    for (Thread thread : waiting.keySet()) {
      // Atomic with remove() below: once that has returned, no interrupt comes any more.
      waiting.computeIfPresent(
          thread,
          (waiter, value) -> {
            waiter.interrupt();
            return value;
          });
    }
  }

  /**
   * Lets a reader that is caught up wait until there may be an event for it, or the time is over,
   * or the service stops, or the thread is interrupted by someone else (and then stays so).
   *
   * @return whether to go on reading; false means to end
   */
  public boolean await(LogReader reader, Duration atMost) {
    Thread self = Thread.currentThread();
    boolean interrupted = false;
    waiting.put(self, true);
    try {
      if (!stopped) {
        reader.await(atMost);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      waiting.remove(self);
    }
    if (stopped) {
      Thread.interrupted();
      return false;
    }
    if (interrupted) {
      self.interrupt();
    }
    return !interrupted;
  }
}
