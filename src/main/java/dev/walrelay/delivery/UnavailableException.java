package dev.walrelay.delivery;

import java.io.Serial;

/** The service cannot take a reader now, but will be able to later. */
public final class UnavailableException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** With the sentence for people. */
  public UnavailableException(String message) {
    super(message);
  }
}
