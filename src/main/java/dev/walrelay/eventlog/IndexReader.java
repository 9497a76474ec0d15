package dev.walrelay.eventlog;

import dev.walrelay.event.Subject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link IndexWriter} wrote, and trusts none of it: damaged bytes make it throw runtime
 * exceptions of many kinds.
 */
final class IndexReader {

  private final ByteBuffer in;

  IndexReader(byte[] index) {
    in = ByteBuffer.wrap(index);
  }

  int remaining() {
    return in.remaining();
  }

  int number() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte next = in.get();
      value |= (next & 127) << shift;
      if (next >= 0) {
        require(value >= 0, "a number is negative");
        return value;
      }
    }
    throw new IllegalArgumentException("a number does not end");
  }

  byte code() {
    return in.get();
  }

  Subject subject() {
    byte kind = in.get();
    return switch (kind) {
      case IndexWriter.TABLE -> new Subject.Table(text(), text());
      case IndexWriter.PREFIX -> new Subject.Prefix(text());
      case IndexWriter.STREAM -> Subject.Stream.STREAM;
      default -> throw new IllegalArgumentException("no subject is of kind " + kind);
    };
  }

  private String text() {
    int length = number();
    require(length <= in.remaining(), "a name does not end");
    byte[] utf8 = new byte[length];
    in.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
