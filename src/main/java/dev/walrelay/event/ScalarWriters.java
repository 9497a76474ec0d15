package dev.walrelay.event;

/** Writers for the scalar types but dates and times. */
final class ScalarWriters {

  private static final byte[] TRUE = JsonBytes.ascii("true");
  private static final byte[] FALSE = JsonBytes.ascii("false");

  private ScalarWriters() {}

  /** All types that are a string as the server prints it. */
  static boolean text(byte[] source, int offset, int length, JsonBuffer out) {
    JsonText.writeString(source, offset, length, out);
    return true;
  }

  /** bool: the server prints {@code t} or {@code f}. */
  static boolean bool(byte[] source, int offset, int length, JsonBuffer out) {
    if (length != 1 || (source[offset] != 't' && source[offset] != 'f')) {
      return false;
    }
    out.put(source[offset] == 't' ? TRUE : FALSE);
    return true;
  }

  /** Numbers, whose digits are JSON as they stand; NaN and the infinities become strings. */
  static boolean number(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    if (JsonSyntax.numberEnd(source, offset, end) != end) {
      return text(source, offset, length, out);
    }
    out.put(source, offset, length);
    return true;
  }

  /**
   * json and jsonb: the value itself. Line breaks, which may stand between its tokens but not
   * inside of strings, become spaces, so that an event stays on one line. Checked all the same: one
   * byte that is no UTF-8 (SQL_ASCII), or text that a binary cast made json, would spoil the whole
   * event for its readers.
   */
  static boolean json(byte[] source, int offset, int length, JsonBuffer out) {
    JsonSyntax syntax = new JsonSyntax(source, offset, length);
    if (!syntax.isValue()) {
      return false;
    }
    int at = out.reserve(length);
    out.put(source, offset, length);
    if (syntax.hasLineBreaks()) {
      joinLines(out.array(), at, at + length);
    }
    return true;
  }

  private static void joinLines(byte[] json, int from, int to) {
    for (int i = from; i < to; i++) {
      if (json[i] == '\n' || json[i] == '\r') {
        json[i] = ' ';
      }
    }
  }
}
