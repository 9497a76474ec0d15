package dev.walrelay.bench;

import dev.walrelay.bench.process.LastNumber;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Counts to a number of events, and looks only into the last. */
final class EventCounter implements EventSink {

  private static final int PATIENCE_MINUTES = 10;

  private final long expected;
  private final CountDownLatch all = new CountDownLatch(1);
  private volatile long last;
  private volatile long events;

  EventCounter(long expected) {
    this.expected = expected;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread counts
  public void event(byte[] bytes, int start, int end) {
    long count = events + 1;
    if (count >= expected) {
      last = LastNumber.inJson(bytes, start, end);
    }
    events = count;
    if (count >= expected) {
      all.countDown();
    }
  }

  /** Returns when all have come. */
  void await() throws IOException, InterruptedException {
    if (!all.await(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      throw new IOException("only %d of %d events came".formatted(events, expected));
    }
  }

  long events() {
    return events;
  }

  long last() {
    return last;
  }
}
