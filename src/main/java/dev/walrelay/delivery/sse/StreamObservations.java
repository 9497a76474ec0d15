package dev.walrelay.delivery.sse;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationPredicate;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Keeps streams and long polls out of {@code http.server.requests}: they last as long as the reader
 * likes, and would make its quantiles say nothing about the service.
 */
public final class StreamObservations implements ObservationPredicate {

  @Override
  public boolean test(String name, Observation.Context context) {
    return !(context instanceof ServerRequestObservationContext request
        && lasts(request.getCarrier()));
  }

  private static boolean lasts(@Nullable HttpServletRequest request) {
    return request != null
        && request.getRequestURI().endsWith(EventsController.PATH)
        && (isStream(request) || isLongPoll(request));
  }

  private static boolean isStream(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null && accept.contains(MediaType.TEXT_EVENT_STREAM_VALUE);
  }

  private static boolean isLongPoll(HttpServletRequest request) {
    String query = request.getQueryString();
    return query != null && query.contains("wait=");
  }
}
