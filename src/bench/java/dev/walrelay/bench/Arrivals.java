package dev.walrelay.bench;

import dev.walrelay.bench.process.LastNumber;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Remembers when each numbered event came. */
final class Arrivals implements EventSink {

  private static final int PATIENCE_SECONDS = 60;

  private final long after;
  private final long[] at;
  private final CountDownLatch all;

  /** For so many events, numbered after a number. */
  Arrivals(long after, int count) {
    this.after = after;
    this.at = new long[count];
    this.all = new CountDownLatch(count);
  }

  @Override
  public void event(byte[] bytes, int start, int end) {
    long now = System.nanoTime();
    int index = (int) (LastNumber.inJson(bytes, start, end) - after - 1);
    if (at[index] == 0) {
      at[index] = now;
      all.countDown();
    }
  }

  /** Returns when all have come. */
  void await() throws IOException, InterruptedException {
    if (!all.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException(all.getCount() + " events did not come");
    }
  }

  /** After what was due, without the first ones. */
  long[] since(Commits commits, int warmup) {
    long[] nanos = new long[at.length - warmup];
    for (int i = warmup; i < at.length; i++) {
      nanos[i - warmup] = at[i] - commits.due(i);
    }
    return nanos;
  }
}
