package dev.walrelay.delivery.sse;

import dev.walrelay.delivery.LogReader;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.eventlog.EventLog;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;

/** Pages of events: what is stored after an id, up to a number; long polls among them. */
public final class EventPages {

  private final EventLog log;
  private final StopSignal stop;

  /**
   * Pages over a log.
   *
   * @param stop ends long polls with what they have
   */
  public EventPages(EventLog log, StopSignal stop) {
    this.log = log;
    this.stop = stop;
  }

  /** Answers with a page. */
  void serve(EventsRequest request, Format format, HttpServletResponse response)
      throws IOException {
    LogReader reader = request.open(log);
    PageBody body = new PageBody(format, new ResponseBuffer(response.getOutputStream()));
    long deadline = System.nanoTime() + request.waitTime().toNanos();
    boolean more = true;
    while (more && body.count() < request.limit() && !stop.isStopped()) {
      more =
          switch (reader.load(body.count() > 0)) {
            case BLOCK -> copy(reader, request.limit(), body);
            case CAUGHT_UP -> body.count() == 0 && await(reader, deadline);
            case BEHIND -> gap(request, reader, body);
            case null -> false;
          };
    }
    body.end(reader.position());
  }

  private static boolean copy(LogReader reader, int limit, PageBody body) throws IOException {
    while (body.count() < limit) {
      int index = reader.next();
      if (index < 0) {
        return true;
      }
      body.event(reader.block(), index);
    }
    return false;
  }

  private boolean await(LogReader reader, long deadline) {
    long left = deadline - System.nanoTime();
    return left > 0 && stop.await(reader, Duration.ofNanos(left));
  }

  /** A page that has events ends at the gap; the next request learns of it. */
  private boolean gap(EventsRequest request, LogReader reader, PageBody body) throws IOException {
    if (request.skipGap()) {
      body.event(reader.skipGap());
    } else if (body.count() == 0) {
      throw reader.gap();
    }
    return request.skipGap();
  }
}
