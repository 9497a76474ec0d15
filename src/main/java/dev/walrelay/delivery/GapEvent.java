package dev.walrelay.delivery;

import dev.walrelay.event.EventId;
import java.nio.charset.StandardCharsets;

/**
 * What a reader gets in place of events that are no longer stored. It bears the id of the last
 * event that is gone, so that going on after it finds no gap again.
 *
 * @param id the last event that is gone
 * @param reason why, as the member {@code reason} says it
 * @param last the last event that the reader had
 */
public record GapEvent(EventId id, String reason, EventId last) {

  /** The event's JSON in UTF-8, without a line break. */
  public byte[] json() {
    String lastId = last.equals(EventId.NONE) ? "" : ",\"last_id\":\"" + last + "\"";
    return "{\"id\":\"%s\",\"op\":\"gap\",\"lsn\":\"%s\",\"reason\":\"%s\"%s}"
        .formatted(id, id.lsn(), reason, lastId)
        .getBytes(StandardCharsets.UTF_8);
  }
}
