package dev.walrelay.delivery.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Sequences of unsigned numbers as bytes: seven bits a byte, the lowest first. */
final class Numbers {

  private Numbers() {}

  /** Gathers numbers. */
  static final class Writer {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Writer put(long number) {
      long rest = number;
      while ((rest & ~0x7FL) != 0) {
        out.write(((int) rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      out.write((int) rest);
      return this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  /** Takes numbers in the order in which they were put. */
  static final class Reader {

    private final ByteBuffer in;

    Reader(byte[] bytes) {
      in = ByteBuffer.wrap(bytes);
    }

    boolean hasNext() {
      return in.hasRemaining();
    }

    long next() {
      long number = 0;
      int shift = 0;
      byte part = in.get();
      while (part < 0) {
        number |= (long) (part & 0x7F) << shift;
        shift += 7;
        part = in.get();
      }
      return number | (long) part << shift;
    }

    int nextInt() {
      return (int) next();
    }
  }
}
