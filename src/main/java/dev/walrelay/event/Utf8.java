package dev.walrelay.event;

/** Checks UTF-8 (RFC 3629): neither overlong forms nor surrogates nor beyond U+10FFFF. */
final class Utf8 {

  private Utf8() {}

  /** Whether the whole range is valid. */
  static boolean isValid(byte[] source, int offset, int length) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      if (source[at] >= 0) {
        at++;
        continue;
      }
      int sequence = sequenceLength(source, at, end);
      if (sequence == 0) {
        return false;
      }
      at += sequence;
    }
    return true;
  }

  /** The length of the valid multi-byte sequence that begins there, or 0 if none does. */
  static int sequenceLength(byte[] source, int at, int end) {
    int lead = source[at] & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (end - at < length || !isSecondByte(lead, source[at + 1] & 0xFF)) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((source[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  private static boolean isSecondByte(int lead, int second) {
    int lowest =
        switch (lead) {
          case 0xE0 -> 0xA0;
          case 0xF0 -> 0x90;
          default -> 0x80;
        };
    int highest =
        switch (lead) {
          case 0xED -> 0x9F;
          case 0xF4 -> 0x8F;
          default -> 0xBF;
        };
    return second >= lowest && second <= highest;
  }
}
