package dev.walrelay.eventlog;

import java.io.Serial;

/** The log could not be read or written; its message says what that means and what to do. */
public class EventLogException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** With the sentence for people. */
  public EventLogException(String message) {
    super(message);
  }

  /** With the sentence for people and what lies behind it. */
  public EventLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
