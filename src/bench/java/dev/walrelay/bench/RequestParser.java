package dev.walrelay.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Reads the requests of one connection and shows the events in their bodies. */
final class RequestParser {

  private static final byte[] EVENT = "{\"id\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final String LENGTH = "content-length:";

  private final InputStream in;
  private final EventSink sink;
  private byte[] buffer = new byte[64 * 1024];
  private int size;

  RequestParser(InputStream in, EventSink sink) {
    this.in = in;
    this.sink = sink;
  }

  /** Whether there was one more; all of it was read. */
  boolean next() throws IOException {
    int body = head();
    if (body < 0) {
      return false;
    }
    int end = body + length(body);
    while (size < end) {
      fill();
    }
    events(body, end);
    System.arraycopy(buffer, end, buffer, 0, size - end);
    size -= end;
    return true;
  }

  /** Where the body begins; -1 at the end of the connection. */
  private int head() throws IOException {
    for (int at = 3; ; at++) {
      while (at >= size) {
        if (!fill() && size == 0) {
          return -1;
        }
      }
      if (buffer[at] == '\n' && buffer[at - 2] == '\n') {
        return at + 1;
      }
    }
  }

  private int length(int end) {
    String head = new String(buffer, 0, end, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    int at = head.indexOf(LENGTH);
    return at < 0
        ? 0
        : Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf('\r', at)).strip());
  }

  /** An event goes up to the next, or to the end of the body. */
  private void events(int from, int to) {
    int start = event(from, to);
    while (start < to) {
      int end = event(start + EVENT.length, to);
      sink.event(buffer, start, end);
      start = end;
    }
  }

  private int event(int from, int to) {
    for (int i = from; i <= to - EVENT.length; i++) {
      if (buffer[i] == '{' && Arrays.equals(buffer, i, i + EVENT.length, EVENT, 0, EVENT.length)) {
        return i;
      }
    }
    return to;
  }

  private boolean fill() throws IOException {
    if (size == buffer.length) {
      buffer = Arrays.copyOf(buffer, size * 2);
    }
    int read = in.read(buffer, size, buffer.length - size);
    if (read < 0 && size > 0) {
      throw new IOException("a request was cut off");
    }
    size += Math.max(read, 0);
    return read >= 0;
  }
}
