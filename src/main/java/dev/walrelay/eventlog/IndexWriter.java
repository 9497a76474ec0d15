package dev.walrelay.eventlog;

import dev.walrelay.event.JsonBuffer;
import dev.walrelay.event.Subject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes what an index is made of: numbers of 7 bits a byte, lowest first; texts in UTF-8, each
 * behind its length; subjects as a byte for their kind and their texts. Not thread-safe.
 */
final class IndexWriter {

  static final byte TABLE = 0;
  static final byte PREFIX = 1;
  static final byte STREAM = 2;

  private final JsonBuffer out;

  IndexWriter(int capacity) {
    out = new JsonBuffer(capacity);
  }

  /** Starts anew. */
  void clear() {
    out.truncate(0);
  }

  /** Holds what was written, from 0 to {@link #size()}. */
  byte[] array() {
    return out.array();
  }

  int size() {
    return out.size();
  }

  byte[] toByteArray() {
    return Arrays.copyOf(out.array(), out.size());
  }

  void number(int value) {
    int rest = value;
    while (rest > 127) {
      out.put((byte) (rest | 128));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  void code(byte code) {
    out.put(code);
  }

  void subject(Subject subject) {
    switch (subject) {
      case Subject.Table(String schema, String table) -> {
        out.put(TABLE);
        text(schema);
        text(table);
      }
      case Subject.Prefix(String prefix) -> {
        out.put(PREFIX);
        text(prefix);
      }
      case Subject.Stream.STREAM -> out.put(STREAM);
    }
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    out.put(utf8);
  }
}
