package dev.walrelay.delivery.sse;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.LogReader;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.delivery.UnavailableException;
import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.EventLogException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All open event streams: their number is bounded, and they end when the service stops. */
public final class EventStreams {

  private static final Logger logger = LoggerFactory.getLogger(EventStreams.class);

  private final EventLog log;
  private final Duration heartbeat;
  private final int maxConnections;
  private final StopSignal stop;
  private final DeliveryObserver observer;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Streams over a log.
   *
   * @param heartbeat after how long a stream without events sends its position
   * @param maxConnections how many may be open
   * @param stop ends them
   * @param observer is told of deliveries, on the channel {@code sse}
   */
  public EventStreams(
      EventLog log,
      Duration heartbeat,
      int maxConnections,
      StopSignal stop,
      DeliveryObserver observer) {
    this.log = log;
    this.heartbeat = heartbeat;
    this.maxConnections = maxConnections;
    this.stop = stop;
    this.observer = observer;
  }

  /** How many streams are open. */
  public int connections() {
    return open.get();
  }

  /** Takes note of an event on which a reader's filter expression failed. */
  void filterFailed() {
    observer.filterFailed("sse", "");
  }

  /** Answers with a stream; returns when it has ended. */
  void serve(EventsRequest request, HttpServletResponse response) throws IOException {
    enter();
    try {
      LogReader reader = request.open(log);
      EventStream stream =
          new EventStream(
              reader,
              request.skipGap(),
              heartbeat,
              request.lifetime(),
              stop,
              observer,
              response.getOutputStream());
      if (request.start() == StartPosition.End.LATEST) {
        stream.announcePosition();
      }
      stream.run();
    } catch (DamagedLogException e) {
      // The log has told of it, and the reader is told when it comes back.
      if (!response.isCommitted()) {
        throw e;
      }
    } catch (EventLogException e) {
      if (!response.isCommitted()) {
        throw e;
      }
      logger.warn(
          "A stream ended because the event log could not be read; its reader can come back and"
              + " resume: {}",
          e.getMessage());
    } finally {
      open.decrementAndGet();
    }
  }

  private void enter() {
    if (stop.isStopped()) {
      throw new UnavailableException("The service is stopping. Come back in a moment.");
    }
    if (open.incrementAndGet() > maxConnections) {
      open.decrementAndGet();
      throw new UnavailableException(
          "All %d event streams that walrelay.sse.max-connections allows are in use. Close one, or raise that setting."
              .formatted(maxConnections));
    }
  }
}
