package dev.walrelay.delivery.sse;

import dev.walrelay.access.Access;
import dev.walrelay.delivery.ForbiddenParameterException;
import dev.walrelay.delivery.LogReader;
import dev.walrelay.delivery.RetentionGapException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.delivery.cel.FilterExpression;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.eventlog.EventLog;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a reader asks for.
 *
 * @param start the id of the header {@code Last-Event-ID}, else of {@code lastEventId}, else of
 *     {@code after}, else {@code from}
 * @param filter by {@code table}, {@code op}, {@code prefix} and the expression {@code filter},
 *     within what its token may see
 * @param skipGap whether a gap is reported as an event instead of ending the reading
 * @param limit the most events a page has
 * @param waitTime how long an answer without events is held back
 * @param lifetime how long its token allows it to go on
 */
record EventsRequest(
    StartPosition start,
    Filter filter,
    boolean skipGap,
    int limit,
    Duration waitTime,
    Duration lifetime) {

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  /** In which polyfills of {@code EventSource}, which may not set headers everywhere, send it. */
  private static final String LAST_EVENT_ID_PARAMETER = "lastEventId";

  private static final Set<String> OF_STREAMS =
      Set.of(
          LAST_EVENT_ID_PARAMETER,
          "after",
          "from",
          "gap",
          "table",
          "op",
          "prefix",
          "filter",
          "access_token");
  private static final Set<String> OF_PAGES =
      Stream.concat(OF_STREAMS.stream(), Stream.of("limit", "wait"))
          .collect(Collectors.toUnmodifiableSet());
  static final int DEFAULT_LIMIT = 1000;
  static final int MAX_LIMIT = 10_000;

  /** Long enough for any connection, and not too long for a sum of nanoseconds. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /**
   * Reads a request.
   *
   * @param access of the one who makes it
   * @param filterFailed told of each event on which the filter expression fails
   */
  static EventsRequest of(
      HttpServletRequest request, Format format, Access access, Runnable filterFailed) {
    Parameters parameters = Parameters.of(request, format == Format.SSE ? OF_STREAMS : OF_PAGES);
    Duration lifetime = shorter(access.remaining().orElse(FOREVER), FOREVER);
    Duration wait = parameters.one("wait", WaitTime::parse).orElse(Duration.ZERO);
    return new EventsRequest(
        start(request, parameters),
        within(filter(parameters, filterFailed), access),
        parameters.one("gap", EventsRequest::skip).orElse(false),
        parameters.one("limit", EventsRequest::limit).orElse(DEFAULT_LIMIT),
        shorter(wait, lifetime),
        lifetime);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /**
   * What is named outright is refused where it is not allowed; wildcards stand for what is allowed
   * of it.
   */
  private static Filter within(Filter asked, Access access) {
    Filter filter = asked.within(access.visible());
    refuse("table", filter.tableOutOfBounds());
    refuse("prefix", filter.prefixOutOfBounds());
    return filter;
  }

  private static void refuse(String parameter, Optional<String> value) {
    value.ifPresent(
        it -> {
          throw new ForbiddenParameterException(parameter, it);
        });
  }

  /** All are checked, even where another one decides. */
  private static StartPosition start(HttpServletRequest request, Parameters parameters) {
    StartPosition from =
        parameters.one("from", StartPosition::parse).orElse(StartPosition.End.LATEST);
    Optional<EventId> after = parameters.one("after", EventId::parse);
    // A polyfill adds its own to the address that it was given, which may have one already.
    Optional<EventId> added =
        lastEventId(LAST_EVENT_ID_PARAMETER, parameters.all(LAST_EVENT_ID_PARAMETER));
    return lastEventId(LAST_EVENT_ID, Collections.list(request.getHeaders(LAST_EVENT_ID)))
        .or(() -> added)
        .or(() -> after)
        .<StartPosition>map(StartPosition.After::new)
        .orElse(from);
  }

  /** The last one that is not empty, which is how a reader without any may put it. */
  private static Optional<EventId> lastEventId(String name, List<String> values) {
    return values.stream()
        .map(String::strip)
        .filter(id -> !id.isEmpty())
        .map(id -> Parameters.parse(name, id, EventId::parse))
        .reduce((_, last) -> last);
  }

  private static Filter filter(Parameters parameters, Runnable filterFailed) {
    Filter byTable = Parameters.parse("table", parameters.all("table"), Filter.ALL::withTables);
    Filter byOp = Parameters.parse("op", ops(parameters), byTable::withOps);
    Filter byPrefix = Parameters.parse("prefix", parameters.all("prefix"), byOp::withPrefixes);
    return parameters
        .one("filter", FilterExpression::compile)
        .map(expression -> byPrefix.withCondition(expression.condition(filterFailed)))
        .orElse(byPrefix);
  }

  private static List<String> ops(Parameters parameters) {
    return parameters.all("op").stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  private static boolean skip(String text) {
    if (!text.equals("skip")) {
      throw new IllegalArgumentException("'%s' is not skip".formatted(text));
    }
    return true;
  }

  private static int limit(String text) {
    if (!text.matches("[0-9]{1,5}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "'%s' is not a number from 1 to %d".formatted(text, MAX_LIMIT));
    }
    return Integer.parseInt(text);
  }

  /**
   * A reader as asked for.
   *
   * @throws RetentionGapException if it would miss events and is not content with being told so
   */
  LogReader open(EventLog log) {
    LogReader reader = new LogReader(log, filter, start);
    if (!skipGap && reader.hasGap()) {
      throw reader.gap();
    }
    return reader;
  }
}
