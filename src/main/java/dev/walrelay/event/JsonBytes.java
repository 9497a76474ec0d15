package dev.walrelay.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Pieces of JSON that are made once and written often. */
final class JsonBytes {

  static final byte[] NULL = ascii("null");

  private JsonBytes() {}

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A member's name, quoted and escaped, with its colon. */
  static byte[] name(String name) {
    byte[] quoted = quoted(name);
    byte[] withColon = Arrays.copyOf(quoted, quoted.length + 1);
    withColon[quoted.length] = ':';
    return withColon;
  }

  /** A text, quoted and escaped. */
  static byte[] quoted(String text) {
    JsonBuffer out = new JsonBuffer(text.length() + 16);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    JsonText.writeString(utf8, 0, utf8.length, out);
    return out.toByteArray();
  }

  /** Whether these bytes stand there. */
  static boolean startsWith(byte[] source, int from, int end, byte[] bytes) {
    return end - from >= bytes.length
        && Arrays.equals(source, from, from + bytes.length, bytes, 0, bytes.length);
  }
}
