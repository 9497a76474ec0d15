package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
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

  /**
   * Those with one interest, until an event for them is there. They park by themselves: in the
   * queue of a latch, each of thousands whose time is over would look for its place among all.
   */
  private static final class Group {

    private final Set<Thread> members = new HashSet<>();
    private volatile EventId passed;
    private volatile boolean ended;

    Group(EventId passed) {
      this.passed = passed;
    }

    /** Once it has ended, its members do not change any more. */
    void wake() {
      members.forEach(LockSupport::unpark);
    }
  }

  /** See {@link EventLog#await}. */
  EventId await(EventId after, Interest interest, Duration atMost) throws InterruptedException {
    Group group = join(after, interest);
    if (group == null) {
      return after;
    }
    try {
      await(group, atMost);
    } finally {
      leave(group, interest);
    }
    EventId passed = group.passed;
    return passed.isAfter(after) ? passed : after;
  }

  private static void await(Group group, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!group.ended) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(group, left);
    }
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
      group.members.add(Thread.currentThread());
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Group group, Interest interest) {
    if (group.ended) {
      return;
    }
    lock.lock();
    try {
      if (group.ended) {
        return;
      }
      group.members.remove(Thread.currentThread());
      if (group.members.isEmpty()) {
        groups.remove(interest, group);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes whom the batches concern; for all others they are passed. */
  void appended(LogView before, LogView after, List<EventBatch> batches) {
    endThoseConcerned(before, after, batches).forEach(Group::wake);
  }

  private List<Group> endThoseConcerned(LogView before, LogView after, List<EventBatch> batches) {
    List<Group> ended = new ArrayList<>();
    lock.lock();
    try {
      if (groups.isEmpty()) {
        return ended;
      }
      // Between the last event and these some are missing, which everyone has to learn.
      boolean gap = before.state().floor().isAfter(before.state().position().lastId());
      List<Contents> contents = batches.stream().map(Contents::of).toList();
      EventId lastId = after.state().position().lastId();
      Iterator<Map.Entry<Interest, Group>> all = groups.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<Interest, Group> each = all.next();
        if (gap || contents.stream().anyMatch(it -> it.concern(each.getKey()))) {
          each.getValue().ended = true;
          ended.add(each.getValue());
          all.remove();
        } else {
          each.getValue().passed = lastId;
        }
      }
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes all; there is nothing more to come. */
  void close() {
    List<Group> ended;
    lock.lock();
    try {
      ended = List.copyOf(groups.values());
      ended.forEach(group -> group.ended = true);
      groups.clear();
    } finally {
      lock.unlock();
    }
    ended.forEach(Group::wake);
  }
}
