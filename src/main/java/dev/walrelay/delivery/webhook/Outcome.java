package dev.walrelay.delivery.webhook;

/** How an attempt ended. */
enum Outcome {
  /** The endpoint has it. */
  DELIVERED,
  /** The endpoint does not want this event. */
  REFUSED,
  /** No connection, a broken one, or an answer that says to come back. */
  UNREACHABLE,
  /** No complete answer in time. */
  TIMEOUT,
  /** The address is one that this subscription may not reach. */
  BLOCKED,
  /** The endpoint wants no more events at all. */
  GONE;

  private static final int GONE_STATUS = 410;

  /** What a complete answer means. */
  static Outcome of(int status) {
    return switch (status) {
      case GONE_STATUS -> GONE;
      case 408, 425, 429, 502, 503, 504 -> UNREACHABLE;
      default -> status >= 200 && status < 300 ? DELIVERED : REFUSED;
    };
  }

  /** Whether it says something of the endpoint rather than of the event: the queue holds. */
  boolean isDown() {
    return this == UNREACHABLE || this == TIMEOUT || this == BLOCKED;
  }
}
