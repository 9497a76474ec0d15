package dev.walrelay.event;

/**
 * Writes bytes in quoted base64 (RFC 4648 section 4, with padding), straight into the buffer: they
 * can be many.
 */
final class Base64Text {

  private static final byte[] ALPHABET =
      JsonBytes.ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
  private static final int QUOTES = 2;
  private static final int HEX_PREFIX = 2;

  private Base64Text() {}

  /** Raw bytes. */
  static void write(byte[] source, int offset, int length, JsonBuffer out) {
    int at = start(length, out);
    byte[] to = out.array();
    int end = offset + length;
    int from = offset;
    for (; from + 3 <= end; from += 3) {
      at = group(source[from] & 0xFF, source[from + 1] & 0xFF, source[from + 2] & 0xFF, to, at);
    }
    if (from < end) {
      boolean two = end - from == 2;
      rest(source[from] & 0xFF, two ? source[from + 1] & 0xFF : -1, to, at);
    }
    finish(length, out);
  }

  /** bytea, which the server prints as {@code \x} and hexadecimal digits. */
  static boolean bytea(byte[] source, int offset, int length, JsonBuffer out) {
    if (length < HEX_PREFIX
        || length % 2 != 0
        || source[offset] != '\\'
        || source[offset + 1] != 'x') {
      return false;
    }
    int bytes = (length - HEX_PREFIX) / 2;
    int at = start(bytes, out);
    byte[] to = out.array();
    int end = offset + length;
    int from = offset + HEX_PREFIX;
    int invalid = 0;
    for (; from + 6 <= end; from += 6) {
      int first = octet(source, from);
      int second = octet(source, from + 2);
      int third = octet(source, from + 4);
      invalid |= first | second | third;
      at = group(first & 0xFF, second & 0xFF, third & 0xFF, to, at);
    }
    if (from < end) {
      int first = octet(source, from);
      int second = end - from == 4 ? octet(source, from + 2) : -1;
      invalid |= end - from == 4 ? first | second : first;
      rest(first & 0xFF, second, to, at);
    }
    finish(bytes, out);
    return invalid >= 0;
  }

  /** The byte of two digits, negative if they are none. */
  private static int octet(byte[] source, int at) {
    return Hex.digit(source[at]) << 4 | Hex.digit(source[at + 1]);
  }

  private static int start(int bytes, JsonBuffer out) {
    int at = out.reserve(Math.addExact(encodedLength(bytes), QUOTES));
    out.array()[at] = '"';
    return at + 1;
  }

  private static void finish(int bytes, JsonBuffer out) {
    int length = encodedLength(bytes);
    out.array()[out.size() + 1 + length] = '"';
    out.advance(length + QUOTES);
  }

  private static int encodedLength(int bytes) {
    return Math.toIntExact((bytes + 2L) / 3 * 4);
  }

  private static int group(int first, int second, int third, byte[] to, int at) {
    to[at] = ALPHABET[first >>> 2];
    to[at + 1] = ALPHABET[(first & 3) << 4 | second >>> 4];
    to[at + 2] = ALPHABET[(second & 15) << 2 | third >>> 6];
    to[at + 3] = ALPHABET[third & 63];
    return at + 4;
  }

  /** One or two last bytes, the second negative if there is none. */
  private static void rest(int first, int second, byte[] to, int at) {
    group(first, Math.max(second, 0), 0, to, at);
    to[at + 3] = '=';
    if (second < 0) {
      to[at + 2] = '=';
    }
  }
}
