package dev.walrelay;

import java.io.Serial;

/** A setting under {@code walrelay} that does not exist. */
final class UnknownKeyException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UnknownKeyException(String key, String nearest) {
    super("There is no setting '" + key + "'; did you mean '" + nearest + "'?");
  }
}
