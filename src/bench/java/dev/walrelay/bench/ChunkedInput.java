package dev.walrelay.bench;

import java.io.IOException;
import java.io.InputStream;

/** The body of a chunked response (RFC 9112, section 7.1). */
final class ChunkedInput {

  private final InputStream in;
  private final byte[] raw = new byte[256 * 1024];
  private int next;
  private int end;
  private int leftOfChunk;
  private boolean first = true;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  /** Reads what is there into the rest of an array, at least a byte; -1 at the end. */
  int read(byte[] target, int offset) throws IOException {
    if (leftOfChunk == 0) {
      leftOfChunk = chunk();
      if (leftOfChunk == 0) {
        return -1;
      }
    }
    if (next == end) {
      fill();
    }
    int length = Math.min(Math.min(leftOfChunk, end - next), target.length - offset);
    System.arraycopy(raw, next, target, offset, length);
    next += length;
    leftOfChunk -= length;
    return length;
  }

  /** The size in front of the next chunk. */
  private int chunk() throws IOException {
    if (!first) {
      line();
    }
    first = false;
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (char c = one(); c != '\n'; c = one()) {
      if (c != '\r') {
        line.append(c);
      }
    }
    return line.toString();
  }

  private char one() throws IOException {
    if (next == end) {
      fill();
    }
    return (char) raw[next++];
  }

  private void fill() throws IOException {
    next = 0;
    end = in.read(raw);
    if (end < 0) {
      end = 0;
      throw new IOException("the stream was cut off");
    }
  }
}
