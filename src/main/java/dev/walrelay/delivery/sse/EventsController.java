package dev.walrelay.delivery.sse;

import dev.walrelay.access.Access;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.eventlog.EventLog;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/events}. A request occupies its thread until its answer is complete, which for a
 * stream is long: the threads must be virtual ({@code spring.threads.virtual.enabled}).
 */
@RestController
public final class EventsController implements ApplicationListener<ContextClosedEvent> {

  static final String PATH = "/v1/events";

  private static final Logger logger = LoggerFactory.getLogger(EventsController.class);

  private final EventLog log;
  private final EventStreams streams;
  private final EventPages pages;
  private final StopSignal stop;

  /** Over a log, its streams and its pages; stops them when the application is closed. */
  public EventsController(EventLog log, EventStreams streams, EventPages pages, StopSignal stop) {
    this.log = log;
    this.streams = streams;
    this.pages = pages;
    this.stop = stop;
  }

  /** Before the web server waits for its requests to end. */
  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    stop.stop();
  }

  @GetMapping(PATH)
  void events(HttpServletRequest request, HttpServletResponse response)
      throws HttpMediaTypeNotAcceptableException {
    Format format = Format.accepted(Collections.list(request.getHeaders(HttpHeaders.ACCEPT)));
    EventsRequest wanted =
        EventsRequest.of(request, format, Access.current(), streams::filterFailed);
    try {
      answer(request, wanted, format, response);
    } catch (IOException e) {
      logger.debug("A reader went away: {}", e.toString());
    }
  }

  private void answer(
      HttpServletRequest request, EventsRequest wanted, Format format, HttpServletResponse response)
      throws IOException {
    setHeaders(format, response);
    if (HttpMethod.HEAD.matches(request.getMethod())) {
      wanted.open(log);
    } else if (format == Format.SSE) {
      streams.serve(wanted, response);
    } else {
      pages.serve(wanted, format, response);
    }
  }

  private static void setHeaders(Format format, HttpServletResponse response) {
    response.setContentType(format.contentType());
    response.setHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT);
    if (format == Format.SSE) {
      // A proxy that gathers or compresses would hold events back; nginx needs its own header.
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store, no-transform");
      response.setHeader("X-Accel-Buffering", "no");
    } else {
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    }
  }
}
