package dev.walrelay.secret;

import java.io.Serial;

/** A secret or its key can't be read or written. The message is for people and shows neither. */
public final class SecretException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  SecretException(String message) {
    super(message);
  }

  SecretException(String message, Throwable cause) {
    super(message, cause);
  }
}
