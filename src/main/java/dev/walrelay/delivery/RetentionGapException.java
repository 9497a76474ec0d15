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
    super(
        "Events after %s are no longer stored, so reading on from there would miss some. Ask for gap=skip to go on with the earliest event and be told of the gap, or for from=earliest."
            .formatted(after));
    this.earliest = earliest.map(EventId::toString).orElse(null);
  }

  /** The id of the first event that is still stored, if any. */
  public Optional<String> earliest() {
    return Optional.ofNullable(earliest);
  }
}
