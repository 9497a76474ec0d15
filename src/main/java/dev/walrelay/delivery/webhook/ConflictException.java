package dev.walrelay.delivery.webhook;

import java.io.Serial;

/** A request does not fit what there is; its message is for people. */
final class ConflictException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  ConflictException(String message) {
    super(message);
  }
}
