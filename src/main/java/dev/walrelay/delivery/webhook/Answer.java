package dev.walrelay.delivery.webhook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt ended.
 *
 * @param status of the answer, 0 without one
 * @param detail a sentence for people, empty if the status says it all
 * @param body what the answer's body begins with
 * @param retryAfter what the endpoint asked for
 * @param nanos how long it took
 */
record Answer(
    Outcome outcome,
    int status,
    String detail,
    String body,
    @Nullable Duration retryAfter,
    long nanos) {

  static Answer failed(Outcome outcome, String detail, long nanos) {
    return new Answer(outcome, 0, detail, "", null, nanos);
  }
}
