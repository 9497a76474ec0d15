package dev.walrelay.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Takes the chunks off a response and shows each line of data. */
final class SseParser {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int DATA = "data: ".length();

  private final ChunkedInput in;
  private final EventSink sink;
  private byte[] buffer = new byte[256 * 1024];
  private int size;

  SseParser(InputStream in, EventSink sink) {
    this.in = new ChunkedInput(in);
    this.sink = sink;
  }

  /** Until the stream ends. */
  void run() throws IOException {
    int parsed = 0;
    for (int read = in.read(buffer, size); read >= 0; read = in.read(buffer, size)) {
      size += read;
      int rest = lines(parsed);
      System.arraycopy(buffer, rest, buffer, 0, size - rest);
      size -= rest;
      parsed = size;
      if (size == buffer.length) {
        buffer = Arrays.copyOf(buffer, size * 2);
      }
    }
  }

  /**
   * Shows the lines that are complete; returns where the next begins.
   *
   * @param from up to where no line ends
   */
  private int lines(int from) {
    int start = 0;
    for (int end = lineFeed(from); end >= 0; end = lineFeed(start)) {
      if (buffer[start] == 'd') {
        sink.event(buffer, start + DATA, end);
      }
      start = end + 1;
    }
    return start;
  }

  /** Eight bytes at a time; -1 if there is none. */
  private int lineFeed(int from) {
    int at = from;
    for (; at + Long.BYTES <= size; at += Long.BYTES) {
      long other = (long) LONG.get(buffer, at) ^ LINE_FEEDS;
      long zeros = (other - ONES) & ~other & HIGHS;
      if (zeros != 0) {
        return at + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    for (; at < size; at++) {
      if (buffer[at] == '\n') {
        return at;
      }
    }
    return -1;
  }
}
