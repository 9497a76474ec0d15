package dev.walrelay.delivery.webhook;

import java.io.Serial;

/** There is no subscription of that name. */
final class UnknownSubscriptionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UnknownSubscriptionException(String name) {
    super("There is no subscription named '%s'.".formatted(name));
  }
}
