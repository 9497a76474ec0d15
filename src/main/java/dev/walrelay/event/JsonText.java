package dev.walrelay.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes bytes of text as a JSON string (RFC 8259 section 7). Valid UTF-8 is copied; bytes that are
 * none, as a SQL_ASCII database may hold, become U+FFFD each, so that the output always is valid.
 */
final class JsonText {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int REPLACEMENT_LENGTH = 3;
  private static final int QUOTES = 2;

  /** The most bytes that one byte of input becomes: {@code \}{@code u0000}. */
  private static final int LONGEST_ESCAPE = 6;

  private JsonText() {}

  /** Appends the text as a quoted string; what needs no escape at once, since it can be large. */
  static void writeString(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    int special = plainUntil(source, offset, end);
    int plain = special - offset;
    int at = out.reserve(Math.addExact(plain, QUOTES));
    byte[] to = out.array();
    to[at] = '"';
    System.arraycopy(source, offset, to, at + 1, plain);
    out.advance(plain + 1);
    if (special < end) {
      writeFromSpecial(source, special, end, out);
    }
    out.put((byte) '"');
  }

  private static void writeFromSpecial(byte[] source, int special, int end, JsonBuffer out) {
    int at = special;
    while (at < end) {
      int behind = writeSpecial(source, at, end, out);
      at = plainUntil(source, behind, end);
      out.put(source, behind, at - behind);
    }
  }

  /** The index of the first byte that can't be copied as it is, eight bytes a step. */
  static int plainUntil(byte[] source, int from, int end) {
    int at = from;
    while (at + Long.BYTES <= end) {
      long word = (long) LONGS.get(source, at);
      long special = special(word);
      if (special != 0) {
        return at + (Long.numberOfTrailingZeros(special) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < end && isPlain(source[at])) {
      at++;
    }
    return at;
  }

  /**
   * The high bit of each byte below 0x20, equal to a quote or a backslash, or above 0x7F. Higher
   * bytes than the first that is special may be marked wrongly, since borrows run upwards.
   */
  private static long special(long word) {
    long quote = word ^ EACH * '"';
    long backslash = word ^ EACH * '\\';
    return (word | word - EACH * 0x20 | quote - EACH | backslash - EACH) & HIGH_BITS;
  }

  private static boolean isPlain(byte b) {
    return b >= 0x20 && b != '"' && b != '\\';
  }

  private static int writeSpecial(byte[] source, int at, int end, JsonBuffer out) {
    byte b = source[at];
    if (b >= 0) {
      escape(b, out);
      return at + 1;
    }
    int length = Utf8.sequenceLength(source, at, end);
    if (length == 0) {
      int to = out.reserve(REPLACEMENT_LENGTH);
      out.array()[to] = (byte) 0xEF;
      out.array()[to + 1] = (byte) 0xBF;
      out.array()[to + 2] = (byte) 0xBD;
      out.advance(REPLACEMENT_LENGTH);
      return at + 1;
    }
    int after = at + length;
    while (after < end && source[after] < 0) {
      int next = Utf8.sequenceLength(source, after, end);
      if (next == 0) {
        break;
      }
      after += next;
    }
    out.put(source, at, after - at);
    return after;
  }

  private static void escape(byte b, JsonBuffer out) {
    int at = out.reserve(LONGEST_ESCAPE);
    byte[] to = out.array();
    to[at] = '\\';
    byte letter =
        switch (b) {
          case '"', '\\' -> b;
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          case '\b' -> 'b';
          case '\f' -> 'f';
          default -> 'u';
        };
    to[at + 1] = letter;
    if (letter != 'u') {
      out.advance(2);
      return;
    }
    to[at + 2] = '0';
    to[at + 3] = '0';
    to[at + 4] = HEX[b >>> 4];
    to[at + 5] = HEX[b & 15];
    out.advance(LONGEST_ESCAPE);
  }
}
