package dev.walrelay.postgres;

import java.util.ArrayList;
import java.util.List;

/** Numbers the threads that run tests, from 0; the number of one that ended is given out again. */
final class Lane {

  private static final List<Thread> OWNERS = new ArrayList<>();

  private Lane() {}

  static synchronized int ofThisThread() {
    Thread thread = Thread.currentThread();
    int lane = OWNERS.indexOf(thread);
    if (lane < 0) {
      lane = free();
      OWNERS.set(lane, thread);
    }
    return lane;
  }

  private static int free() {
    int lane = 0;
    while (lane < OWNERS.size() && OWNERS.get(lane).isAlive()) {
      lane++;
    }
    if (lane == OWNERS.size()) {
      OWNERS.add(Thread.currentThread());
    }
    return lane;
  }
}
