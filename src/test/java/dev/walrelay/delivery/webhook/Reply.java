package dev.walrelay.delivery.webhook;

import java.util.Map;

/** How a {@link Receiver} answers. */
public sealed interface Reply {

  /** What it begins with, as it goes over the wire. */
  String begin();

  Reply OK = new Status(204, Map.of(), "");

  /** An answer as it should be. */
  record Status(int code, Map<String, String> headers, String body) implements Reply {

    @Override
    public String begin() {
      StringBuilder text = new StringBuilder("HTTP/1.1 " + code + " X\r\n");
      headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
      if (code != 204) {
        text.append("Content-Length: " + body.length() + "\r\n");
      }
      return text.append("\r\n").append(body).toString();
    }
  }

  /**
   * One of the other ways: the beginning of an answer, if any, and what comes instead of its end.
   */
  enum Broken implements Reply {
    /** Nothing, for a long time. */
    HANG(""),
    /** A reset instead of an answer. */
    RESET(""),
    /** The end of the connection instead of an answer. */
    CLOSE(""),
    /** A status and then a byte from time to time. */
    DRIP("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
    /** A body without an end. */
    FLOOD("HTTP/1.1 200 OK\r\n\r\n");

    private final String begin;

    Broken(String begin) {
      this.begin = begin;
    }

    @Override
    public String begin() {
      return begin;
    }
  }

  /**
   * Such an answer with another beginning.
   *
   * @param begin as it goes over the wire
   */
  record Cut(String begin, Broken then) implements Reply {}

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
