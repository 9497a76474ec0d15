package dev.walrelay.eventlog;

import java.io.Serial;

/** What is stored is not what was written: trying again does not help, as it may otherwise. */
public final class DamagedLogException extends EventLogException {

  @Serial private static final long serialVersionUID = 1L;

  /** With the sentence for people. */
  public DamagedLogException(String message) {
    super(message);
  }

  /** With the sentence for people and what lies behind it. */
  public DamagedLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
