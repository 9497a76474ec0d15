package dev.walrelay.event;

import java.util.Locale;

/** Writes the event that says that events may be missing at its place. */
public final class GapEvent {

  private GapEvent() {}

  /** Why events may be missing. */
  public enum Reason {
    /** The log no longer had them. */
    RETENTION,
    /** The slot was lost and made anew; what was committed between is not in the stream. */
    SLOT_RECREATED,
    /** Somebody moved the slot forward. */
    SLOT_MOVED,
    /** The source is another history than before. */
    HISTORY_REPLACED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Appends a gap to a batch.
   *
   * @param id where the gap stands in the stream
   * @param lastId the last event before it
   */
  public static void append(EventId id, Reason reason, EventId lastId, EventBatch batch) {
    batch.json().put(json(id, reason, lastId));
    batch.add(Op.GAP, batch.subject(Subject.Stream.STREAM), Long.MIN_VALUE);
  }

  /** The event's JSON, without a line feed. */
  public static byte[] json(EventId id, Reason reason, EventId lastId) {
    return JsonBytes.ascii(
        "{\"id\":\"%s\",\"op\":\"gap\",\"lsn\":\"%s\",\"reason\":\"%s\",\"last_id\":\"%s\"}"
            .formatted(id, id.lsn(), reason.text(), lastId));
  }
}
