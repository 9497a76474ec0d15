package dev.walrelay.delivery.sse;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Gathers what is written to a response into large writes. It grows from little to 64 KiB only for
 * a reader that has much to catch up, and can be given up while idle: thousands of idle streams are
 * held open. Not thread-safe.
 */
final class ResponseBuffer {

  private static final int MAX = 64 * 1024;
  private static final int MIN = 1024;
  private static final byte[] NOTHING = {};

  private final OutputStream out;
  private byte[] buffer = NOTHING;
  private int size;

  ResponseBuffer(OutputStream out) {
    this.out = out;
  }

  void put(byte[] source) throws IOException {
    put(source, 0, source.length);
  }

  void put(byte[] source, int offset, int length) throws IOException {
    if (length > MAX - size) {
      write();
    }
    if (length > MAX) {
      out.write(source, offset, length);
      return;
    }
    reserve(length);
    System.arraycopy(source, offset, buffer, size, length);
    size += length;
  }

  private void reserve(int length) {
    int wanted = size + length;
    if (wanted > buffer.length) {
      buffer =
          Arrays.copyOf(buffer, Math.min(MAX, Math.max(MIN, Math.max(wanted, buffer.length * 2))));
    }
  }

  private void write() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  /** Sends all that was put. */
  void flush() throws IOException {
    write();
    out.flush();
  }

  /** Gives up memory that a reader no longer needs once it has caught up; after {@link #flush}. */
  void shrink() {
    if (size == 0 && buffer.length > MIN) {
      buffer = NOTHING;
    }
  }
}
