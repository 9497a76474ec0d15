package dev.walrelay.bench.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Measures equal parts of a number of events, one after the other. One thread adds, another waits.
 */
final class Parts {

  private final long events;
  private final int count;
  private final List<Figures> done = new ArrayList<>();
  private final CountDownLatch all = new CountDownLatch(1);
  private Meter meter = Meter.start();
  private long before;
  private long now;

  Parts(long events, int count) {
    this.events = events;
    this.count = count;
  }

  void add(long more) {
    now += more;
    if (done.size() < count && now >= events * (done.size() + 1) / count) {
      done.add(meter.stop(now - before, 0, now));
      before = now;
      meter = Meter.start();
    }
    if (done.size() == count) {
      all.countDown();
    }
  }

  List<Figures> await() throws InterruptedException {
    all.await();
    return done;
  }
}
