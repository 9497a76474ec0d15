package dev.walrelay.bench;

import dev.walrelay.bench.process.LastNumber;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Counts to a number of events, and looks only into the last. The thread that counts publishes when
 * it is there.
 */
final class EventCounter implements EventSink {

  private static final int PATIENCE_MINUTES = 10;

  private final long expected;
  private final CountDownLatch all = new CountDownLatch(1);
  private long last;
  private long events;

  EventCounter(long expected) {
    this.expected = expected;
  }

  @Override
  public void event(byte[] bytes, int start, int end) {
    events++;
    if (events >= expected) {
      last = LastNumber.inJson(bytes, start, end);
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
