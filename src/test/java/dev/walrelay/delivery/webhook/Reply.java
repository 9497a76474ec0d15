package dev.walrelay.delivery.webhook;

import java.util.Map;

/** How a {@link Receiver} answers. */
public sealed interface Reply {

  Reply OK = new Status(204, Map.of(), "");

  /** An answer as it should be. */
  record Status(int code, Map<String, String> headers, String body) implements Reply {}

  /** One of the other ways. */
  enum Broken implements Reply {
    /** Nothing, for a long time. */
    HANG,
    /** A reset instead of an answer. */
    RESET,
    /** The end of the connection instead of an answer. */
    CLOSE,
    /** A status and then a byte from time to time. */
    DRIP,
    /** A body without an end. */
    FLOOD,
    /** A reset in the middle of the answer's body. */
    CUT
  }

  static Reply status(int code) {
    return new Status(code, Map.of(), "");
  }

  static Reply status(int code, String body) {
    return new Status(code, Map.of(), body);
  }

  static Reply retryAfter(int code, String value) {
    return new Status(code, Map.of("Retry-After", value), "");
  }
}
