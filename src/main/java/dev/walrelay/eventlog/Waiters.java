package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for events. All with the same interest wait together, so that what is appended is
 * looked at once for all of them, and nobody wakes up for what he does not want.
 */
final class Waiters {

  private final Supplier<LogView> view;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Interest, Group> groups = new HashMap<>();

  /**
   * Over what the log is at any time.
   *
   * @param view the newest; changed before this is told
   */
  Waiters(Supplier<LogView> view) {
    this.view = view;
  }

  /** Those with one interest, until an event for them is there. */
  private static final class Group {

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile EventId passed;
    private int members;

    Group(EventId passed) {
      this.passed = passed;
    }
  }

  /** See {@link EventLog#await}. */
  EventId await(EventId after, Interest interest, Duration atMost) throws InterruptedException {
    Group group = join(after, interest);
    if (group == null) {
      return after;
    }
    try {
      group.end.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      leave(group, interest);
    }
    EventId passed = group.passed;
    return passed.isAfter(after) ? passed : after;
  }

  private @Nullable Group join(EventId after, Interest interest) {
    lock.lock();
    try {
      LogView now = view.get();
      EventId lastId = now.state().position().lastId();
      if (now.closed() || lastId.isAfter(after)) {
        return null;
      }
      Group group = groups.computeIfAbsent(interest, _ -> new Group(lastId));
      group.members++;
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Group group, Interest interest) {
    lock.lock();
    try {
      group.members--;
      if (group.members == 0) {
        groups.remove(interest, group);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes whom the batches concern; for all others they are passed. */
  void appended(LogView before, LogView after, List<EventBatch> batches) {
    lock.lock();
    try {
      if (groups.isEmpty()) {
        return;
      }
      // Between the last event and these some are missing, which everyone has to learn.
      boolean gap = before.state().floor().isAfter(before.state().position().lastId());
      List<Contents> contents = batches.stream().map(Contents::of).toList();
      EventId lastId = after.state().position().lastId();
      Iterator<Map.Entry<Interest, Group>> all = groups.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<Interest, Group> each = all.next();
        if (gap || contents.stream().anyMatch(it -> it.concern(each.getKey()))) {
          each.getValue().end.countDown();
          all.remove();
        } else {
          each.getValue().passed = lastId;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes all; there is nothing more to come. */
  void close() {
    lock.lock();
    try {
      groups.values().forEach(group -> group.end.countDown());
      groups.clear();
    } finally {
      lock.unlock();
    }
  }
}
