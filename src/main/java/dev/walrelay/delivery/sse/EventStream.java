package dev.walrelay.delivery.sse;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.LogReader;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.event.Op;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One reader's stream, from where it starts until it goes away, falls behind retention, its token
 * expires or the service stops. Blocks in writes: a reader that is slow delays only itself.
 */
final class EventStream {

  /** How long selected events may wait for more while a long history is searched. */
  private static final long LINGER_NANOS = Duration.ofMillis(100).toNanos();

  private static final int RETRY_MIN_MILLIS = 1000;
  private static final int RETRY_MAX_MILLIS = 3000;

  private final LogReader reader;
  private final boolean skipGap;
  private final long heartbeatNanos;
  private final long lifetimeNanos;
  private final long openedAt = System.nanoTime();
  private final StopSignal stop;
  private final DeliveryObserver observer;
  private final ResponseBuffer out;
  private final SseFrames frames;

  private long sentAt = System.nanoTime();
  private boolean live;
  private int unsent;
  private long commitTime = Long.MIN_VALUE;

  EventStream(
      LogReader reader,
      boolean skipGap,
      Duration heartbeat,
      Duration lifetime,
      StopSignal stop,
      DeliveryObserver observer,
      OutputStream out) {
    this.reader = reader;
    this.skipGap = skipGap;
    this.heartbeatNanos = heartbeat.toNanos();
    this.lifetimeNanos = lifetime.toNanos();
    this.stop = stop;
    this.observer = observer;
    this.out = new ResponseBuffer(out);
    this.frames = new SseFrames(this.out);
  }

  /**
   * Opens the stream with the position that it starts from. Without it, a reader that started with
   * what is latest and lost its connection before the first event would start anew, and miss what
   * came in between.
   */
  void announcePosition() throws IOException {
    frames.position(reader.position());
  }

  /** Sends until the end; returns when the response is to be completed. */
  void run() throws IOException {
    send();
    boolean open = true;
    while (open && lifetimeLeft() > 0 && !stop.isStopped()) {
      open =
          switch (reader.load()) {
            case BLOCK -> copy();
            case CAUGHT_UP -> idle();
            case BEHIND -> gap();
          };
    }
    // Spread over a while, so that not all readers come back at once.
    frames.retry(ThreadLocalRandom.current().nextInt(RETRY_MIN_MILLIS, RETRY_MAX_MILLIS));
    send();
  }

  private long lifetimeLeft() {
    return lifetimeNanos - (System.nanoTime() - openedAt);
  }

  private boolean copy() throws IOException {
    int before = unsent;
    for (int i = reader.next(); i >= 0; i = reader.next()) {
      frames.event(reader.block(), i);
      unsent++;
    }
    if (unsent > before) {
      commitTime = Math.max(commitTime, reader.block().lastCommitTime());
    }
    long silence = System.nanoTime() - sentAt;
    if (unsent > 0 && silence > LINGER_NANOS) {
      send();
    } else if (silence > heartbeatNanos) {
      heartbeat();
    }
    return true;
  }

  private boolean idle() throws IOException {
    if (unsent > 0) {
      send();
    }
    live = true;
    out.shrink();
    long left = heartbeatNanos - (System.nanoTime() - sentAt);
    if (left <= 0) {
      heartbeat();
      return true;
    }
    return stop.await(reader, Duration.ofNanos(Math.min(left, lifetimeLeft())));
  }

  private boolean gap() throws IOException {
    if (skipGap) {
      byte[] gap = reader.skipGap();
      frames.event(reader.position(), Op.GAP, gap);
      unsent++;
    }
    return skipGap;
  }

  private void heartbeat() throws IOException {
    frames.position(reader.position());
    send();
  }

  private void send() throws IOException {
    out.flush();
    sentAt = System.nanoTime();
    if (live && commitTime != Long.MIN_VALUE) {
      observer.delivered("sse", unsent, commitTime);
    }
    unsent = 0;
    commitTime = Long.MIN_VALUE;
  }
}
