package dev.walrelay.delivery.webhook;

import java.io.Serial;

/** The subscription has no dead letter of that id, or no longer. */
final class UnknownDeadLetterException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UnknownDeadLetterException(String subscription, String id) {
    super("Subscription '%s' has no dead letter '%s'.".formatted(subscription, id));
  }
}
