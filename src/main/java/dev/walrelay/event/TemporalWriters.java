package dev.walrelay.event;

/**
 * Writers for dates and times. The server prints them under {@code datestyle=ISO} and {@code
 * timezone=UTC}; ISO 8601 differs in the {@code T}, in the zone, and in years before 1 and after
 * 9999. What does not begin with a digit, such as {@code infinity}, is a string as printed.
 */
final class TemporalWriters {

  private static final int YEAR_DIGITS = 4;
  private static final int MOST_YEAR_DIGITS = 9;
  private static final int SHORT_OFFSET = "+02".length();
  private static final int BEFORE_CHRIST = " BC".length();

  private TemporalWriters() {}

  /** date, time and timestamp. */
  static boolean local(byte[] source, int offset, int length, JsonBuffer out) {
    if (!isFinite(source, offset, length)) {
      return ScalarWriters.text(source, offset, length, out);
    }
    out.put((byte) '"');
    boolean written = dateTime(source, offset, offset + length, 0, out);
    out.put((byte) '"');
    return written;
  }

  /** timestamptz: the session's zone is UTC, so its offset is always {@code +00}. */
  static boolean utc(byte[] source, int offset, int length, JsonBuffer out) {
    if (!isFinite(source, offset, length)) {
      return ScalarWriters.text(source, offset, length, out);
    }
    out.put((byte) '"');
    boolean written = dateTime(source, offset, offset + length, SHORT_OFFSET, out);
    out.put((byte) 'Z');
    out.put((byte) '"');
    return written;
  }

  /** timetz: ISO 8601 wants the minutes of an offset that the server leaves out. */
  static boolean timeWithOffset(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    int sign = offset;
    while (sign < end && source[sign] != '+' && source[sign] != '-') {
      sign++;
    }
    if (sign == end) {
      return false;
    }
    out.put((byte) '"');
    boolean written = rest(source, offset, end, out);
    if (end - sign == SHORT_OFFSET) {
      out.put((byte) ':');
      out.put((byte) '0');
      out.put((byte) '0');
    }
    out.put((byte) '"');
    return written;
  }

  private static boolean isFinite(byte[] source, int offset, int length) {
    return length > 0 && isDigit(source[offset]);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** Of the zone, only that of UTC is left out: any other would change what the text means. */
  private static boolean dateTime(
      byte[] source, int offset, int textEnd, int zoneLength, JsonBuffer out) {
    boolean beforeChrist = isBeforeChrist(source, offset, textEnd);
    int end = (beforeChrist ? textEnd - BEFORE_CHRIST : textEnd) - zoneLength;
    if (end <= offset || (zoneLength > 0 && !isUtc(source, end))) {
      return false;
    }
    int yearEnd = offset;
    while (yearEnd < end && isDigit(source[yearEnd])) {
      yearEnd++;
    }
    boolean isDate = yearEnd < end && source[yearEnd] == '-';
    if (beforeChrist) {
      return isDate
          && yearBeforeChrist(source, offset, yearEnd, out)
          && rest(source, yearEnd, end, out);
    }
    if (isDate && yearEnd - offset > YEAR_DIGITS) {
      out.put((byte) '+');
    }
    return rest(source, offset, end, out);
  }

  private static boolean isBeforeChrist(byte[] source, int offset, int end) {
    return end - offset > BEFORE_CHRIST && source[end - 1] == 'C' && source[end - 2] == 'B';
  }

  private static boolean isUtc(byte[] source, int at) {
    return source[at] == '+' && source[at + 1] == '0' && source[at + 2] == '0';
  }

  /** Copies what is made of digits and separators alone. */
  private static boolean rest(byte[] source, int from, int end, JsonBuffer out) {
    int at = out.reserve(end - from);
    byte[] to = out.array();
    for (int i = from; i < end; i++) {
      byte b = source[i];
      switch (b) {
        case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', ':', '.', '+' -> to[at++] = b;
        case ' ' -> to[at++] = 'T';
        default -> {
          return false;
        }
      }
    }
    out.advance(end - from);
    return true;
  }

  /** The year 1 BC is the year 0 of ISO 8601, 44 BC is -43. */
  private static boolean yearBeforeChrist(byte[] source, int offset, int yearEnd, JsonBuffer out) {
    if (yearEnd - offset > MOST_YEAR_DIGITS) {
      return false;
    }
    int year = 0;
    for (int i = offset; i < yearEnd; i++) {
      year = year * 10 + source[i] - '0';
    }
    int astronomical = Math.max(0, year - 1);
    if (astronomical > 0) {
      out.put((byte) '-');
    }
    int divisor = 1_000;
    while (astronomical / divisor >= 10) {
      divisor *= 10;
    }
    for (; divisor > 0; divisor /= 10) {
      out.put((byte) ('0' + astronomical / divisor % 10));
    }
    return true;
  }
}
