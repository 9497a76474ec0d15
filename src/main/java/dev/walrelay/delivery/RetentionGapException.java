package dev.walrelay.delivery;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.EventLog;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader wants to go on where it would miss events: after an id that is older than what the log
 * still has, or that the log has never come to.
 */
public final class RetentionGapException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final @Nullable String earliest;

  /**
   * About one reader.
   *
   * @param after where it wanted to go on
   * @param earliest the first event that is still stored, if any
   */
  public RetentionGapException(EventId after, Optional<EventId> earliest) {
    this(
        "Events after %s are no longer stored, so reading on from there would miss some. Ask for gap=skip to go on with the earliest event and be told of the gap, or for from=earliest."
            .formatted(after),
        earliest);
  }

  /**
   * About one reader whose id is of another log.
   *
   * @param after where it wanted to go on
   */
  static RetentionGapException ahead(EventId after, EventLog log) {
    return new RetentionGapException(
        "This log has not come to %s, so that id was given out by another one, and waiting for what follows it would miss events. Ask for gap=skip to go on with the earliest event and be told of the gap, or for from=earliest."
            .formatted(after),
        log.earliest());
  }

  /** About a delivery that is to begin at an event of another log. */
  static RetentionGapException aheadAtStart(EventLog log) {
    return new RetentionGapException(
        "The log has not come to that event, so its id was given out by another log, and waiting for it would miss events. Use earliest to begin with the first event that is stored.",
        log.earliest());
  }

  private RetentionGapException(String message, Optional<EventId> earliest) {
    super(message);
    this.earliest = earliest.map(EventId::toString).orElse(null);
  }

  /**
   * About a delivery that is to begin where events are missing.
   *
   * @param earliest the first event that is still stored, if any
   */
  public static RetentionGapException atStart(Optional<EventId> earliest) {
    return new RetentionGapException(
        "The log does not reach back that far, so a delivery from there on would miss events. Use earliest to begin with the first event that is stored.",
        earliest);
  }

  /** The id of the first event that is still stored, if any. */
  public Optional<String> earliest() {
    return Optional.ofNullable(earliest);
  }
}
