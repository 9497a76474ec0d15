package dev.walrelay.event;

import java.util.Base64;

/** Writers for the scalar types whose JSON is not simply the text in quotes. */
final class ScalarWriters {

  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final int HEX_PREFIX = 2;

  private ScalarWriters() {}

  /** bool: the server prints {@code t} or {@code f}. */
  static void bool(byte[] source, int offset, int length, JsonBuffer out) {
    out.put(source[offset] == 't' ? TRUE : FALSE);
  }

  /** Integers and oids: their digits are JSON as they stand. */
  static void digits(byte[] source, int offset, int length, JsonBuffer out) {
    out.put(source, offset, length);
  }

  /** Floats and numerics as numbers; NaN and the infinities, which JSON lacks, as strings. */
  static void number(byte[] source, int offset, int length, JsonBuffer out) {
    byte last = source[offset + length - 1];
    if (last >= '0' && last <= '9') {
      out.put(source, offset, length);
    } else {
      quoted(source, offset, length, out);
    }
  }

  /** Text that is known to need no escapes. */
  static void quoted(byte[] source, int offset, int length, JsonBuffer out) {
    out.put((byte) '"');
    out.put(source, offset, length);
    out.put((byte) '"');
  }

  /**
   * json and jsonb: the value itself. Line breaks, which may stand between its tokens but not
   * inside of strings, become spaces, so that an event stays on one line. Bytes that are no UTF-8
   * (SQL_ASCII) would spoil the whole event: then it is written as a string.
   */
  static void json(byte[] source, int offset, int length, JsonBuffer out) {
    if (!Utf8.isValid(source, offset, length)) {
      JsonText.writeString(source, offset, length, out);
      return;
    }
    int at = out.reserve(length);
    byte[] to = out.array();
    for (int i = 0; i < length; i++) {
      byte b = source[offset + i];
      to[at + i] = b == '\n' || b == '\r' ? (byte) ' ' : b;
    }
    out.advance(length);
  }

  /** bytea in the server's {@code hex} format, as base64. */
  static void bytea(byte[] source, int offset, int length, JsonBuffer out) {
    int bytes = (length - HEX_PREFIX) / 2;
    byte[] decoded = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      int at = offset + HEX_PREFIX + i * 2;
      decoded[i] = (byte) (hexDigit(source[at]) << 4 | hexDigit(source[at + 1]));
    }
    base64(decoded, out);
  }

  /** The bytes in quoted base64 (RFC 4648 section 4, with padding). */
  static void base64(byte[] bytes, JsonBuffer out) {
    out.put((byte) '"');
    out.put(Base64.getEncoder().encode(bytes));
    out.put((byte) '"');
  }

  private static int hexDigit(byte b) {
    return b <= '9' ? b - '0' : (b | 0x20) - 'a' + 10;
  }
}
