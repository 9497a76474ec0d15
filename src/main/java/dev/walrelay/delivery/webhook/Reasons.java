package dev.walrelay.delivery.webhook;

import dev.walrelay.eventlog.DamagedLogException;

/** Why a subscription is not active, and what to do. */
final class Reasons {

  static final String EXPIRED =
      "Events that were not delivered are no longer stored (walrelay.log.max-age,"
          + " walrelay.log.max-size). Resume it to go on with the earliest one; a gap event will"
          + " come first.";

  static final String EXPIRED_AT_START =
      "The log does not reach back to its start. Resume it to begin with the earliest event that is"
          + " stored; a gap event will come first.";

  static final String AHEAD =
      "The log has not come to the event after which it is to go on, so that was another log's."
          + " Resume it to go on with the earliest event that is stored; a gap event will come"
          + " first.";

  static final String GONE = "The endpoint answered 410 Gone. Resume it once the endpoint is back.";

  private Reasons() {}

  /** What an exception says, or else what it is. */
  static String of(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  static String damaged(DamagedLogException e) {
    return "What comes next cannot be read, and is not skipped unasked. %s Resume it then."
        .formatted(e.getMessage());
  }
}
