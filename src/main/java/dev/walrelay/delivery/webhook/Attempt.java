package dev.walrelay.delivery.webhook;

import java.time.Instant;

/**
 * An attempt to deliver something, for people.
 *
 * @param at when it ended
 * @param delivery the {@code webhook-id}
 * @param attempt which one it was for this delivery, from 1
 * @param status of the answer, 0 without one
 * @param millis how long it took
 * @param detail a sentence, empty if the status says it all
 * @param answer what the answer's body began with, empty if it was delivered
 */
record Attempt(
    Instant at,
    String delivery,
    int attempt,
    Outcome outcome,
    int status,
    long millis,
    String detail,
    String answer) {

  private static final long NANOS = 1_000_000;

  static Attempt of(String delivery, int attempt, Answer answer) {
    boolean delivered = answer.outcome() == Outcome.DELIVERED;
    return new Attempt(
        Instant.now(),
        delivery,
        attempt,
        answer.outcome(),
        answer.status(),
        answer.nanos() / NANOS,
        answer.detail(),
        delivered ? "" : answer.body());
  }
}
