package dev.walrelay.access;

import java.io.Serial;

/** Settings under {@code walrelay.security} that can't work; the message is for people. */
public final class AccessSettingsException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Says what is wrong and what to change, without showing a token. */
  public AccessSettingsException(String message) {
    super(message);
  }
}
