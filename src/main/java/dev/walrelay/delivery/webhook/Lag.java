package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.EventLog;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

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
    Block block = last.isAfter(cursor) ? log.next(cursor) : null;
    if (block == null) {
      return NONE;
    }
    long from = cursor.epoch() == last.epoch() ? cursor.lsn().value() : 0;
    return new Lag(
        age(Bodies.commitTime(block, block.indexAfter(cursor))), last.lsn().value() - from);
  }

  private static Duration age(long commitTime) {
    if (commitTime == Long.MIN_VALUE) {
      return Duration.ZERO;
    }
    Duration age =
        Duration.between(Instant.EPOCH.plus(commitTime, ChronoUnit.MICROS), Instant.now());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
