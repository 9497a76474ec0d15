package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.event.GapEvent;
import java.util.List;

/** What a delivery delivers. */
sealed interface Content {

  /** The {@code webhook-id}, the same for every attempt. */
  String id(Shape shape);

  /** What comes from the log, at its place in the stream. */
  sealed interface Planned extends Content {

    /** The first event's id. */
    EventId first();

    /** The last event's id: where the cursor is when it is done. */
    EventId last();

    @Override
    default String id(Shape shape) {
      return shape.array() ? first() + ".." + last() : first().toString();
    }
  }

  /** Events of the log, at least one, by ascending id. */
  record Events(List<EventId> ids) implements Planned {

    @Override
    public EventId first() {
      return ids.getFirst();
    }

    @Override
    public EventId last() {
      return ids.getLast();
    }
  }

  /**
   * A gap event in place of events that the log no longer has.
   *
   * @param gone the last event that is gone, whose id the gap event bears
   * @param before the last event that was delivered; after the other one if it is another log's
   */
  record Gap(EventId gone, EventId before) implements Planned {

    GapEvent.Reason reason() {
      return before.isAfter(gone) ? GapEvent.Reason.HISTORY_REPLACED : GapEvent.Reason.RETENTION;
    }

    @Override
    public EventId first() {
      return gone;
    }

    @Override
    public EventId last() {
      return gone;
    }
  }

  /** What was refused before and is tried again. */
  record Letter(DeadLetter letter) implements Content {

    @Override
    public String id(Shape shape) {
      return letter.delivery();
    }
  }
}
