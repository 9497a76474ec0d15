package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.EventLog;
import java.time.Duration;
import java.time.Instant;

/**
 * How far a subscription is behind.
 *
 * @param time the age of the first event that it has not delivered
 * @param bytes of the source's WAL between its cursor and the last event
 */
record Lag(Duration time, long bytes) {

  private static final Lag NONE = new Lag(Duration.ZERO, 0);

  static Lag of(EventLog log, EventId cursor) {
    EventId last = log.position().lastId();
    if (!last.isAfter(cursor)) {
      return NONE;
    }
    long from = cursor.epoch() == last.epoch() ? cursor.lsn().value() : 0;
    return new Lag(age(log, cursor), last.lsn().value() - from);
  }

  /** Not known where the event is damaged, which must not keep anybody from looking. */
  private static Duration age(EventLog log, EventId cursor) {
    try {
      Block block = log.next(cursor);
      return block == null
          ? Duration.ZERO
          : age(Bodies.commitTime(block, block.indexAfter(cursor)));
    } catch (DamagedLogException _) {
      return Duration.ZERO;
    }
  }

  private static Duration age(String commitTime) {
    if (commitTime.isEmpty()) {
      return Duration.ZERO;
    }
    Duration age = Duration.between(Instant.parse(commitTime), Instant.now());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
