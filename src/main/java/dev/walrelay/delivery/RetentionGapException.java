package dev.walrelay.delivery;

import dev.walrelay.event.EventId;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader wants to go on after an id that is older than what the log still has. */
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
