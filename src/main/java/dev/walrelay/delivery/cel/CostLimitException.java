package dev.walrelay.delivery.cel;

import java.io.Serial;

/** An evaluation costs too much. Without a stack trace, since it can happen for each event. */
final class CostLimitException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  CostLimitException() {
    super("The expression costs too much on this event.", null, false, false);
  }
}
