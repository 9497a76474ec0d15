package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads a log the way every reader does. */
public final class LogReading {

  private LogReading() {}

  /** The numbers of all events after an id. */
  static List<Long> numbersAfter(EventLog log, EventId after) {
    List<Long> numbers = new ArrayList<>();
    EventId cursor = after;
    for (Block block = log.next(cursor); block != null; block = log.next(cursor)) {
      for (int i = block.indexAfter(cursor); i < block.count(); i++) {
        numbers.add(Events.number(block.id(i)));
      }
      cursor = block.lastId();
    }
    return numbers;
  }

  /** The block that has the first event after an id, which there must be. */
  static Block blockAfter(EventLog log, EventId after) {
    return Objects.requireNonNull(log.next(after), "nothing is stored after the id");
  }

  /** The JSON of all events. */
  public static List<String> json(EventLog log) {
    List<String> events = new ArrayList<>();
    EventId cursor = EventId.NONE;
    for (Block block = log.next(cursor); block != null; block = log.next(cursor)) {
      for (int i = block.indexAfter(cursor); i < block.count(); i++) {
        int start = block.start(i);
        events.add(new String(block.bytes(), start, block.end(i) - start, StandardCharsets.UTF_8));
      }
      cursor = block.lastId();
    }
    return events;
  }
}
