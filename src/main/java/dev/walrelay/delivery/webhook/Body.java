package dev.walrelay.delivery.webhook;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What is sent. */
final class Body {

  private final byte[] bytes;
  private final String contentType;
  private final int events;
  private final String commitTime;

  /**
   * A body.
   *
   * @param bytes not compressed, not copied and not to be changed
   * @param events how many events are in it
   * @param commitTime of the last one, as it stands in the event, or an empty text
   */
  Body(byte[] bytes, String contentType, int events, String commitTime) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.events = events;
    this.commitTime = commitTime;
  }

  byte[] bytes() {
    return bytes;
  }

  String contentType() {
    return contentType;
  }

  int events() {
    return events;
  }

  /**
   * When the last event committed, in microseconds since 1970, or {@link Long#MIN_VALUE}. Only now
   * is that parsed, which is no small part of a delivery and of no use for old events.
   */
  long commitMicros() {
    return commitTime.isEmpty()
        ? Long.MIN_VALUE
        : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(commitTime));
  }
}
