package dev.walrelay.event;

/**
 * Writers for dates and times. The server prints them under {@code datestyle=ISO} and {@code
 * timezone=UTC}; ISO 8601 differs in the {@code T}, in the zone, and in years before 1 and after
 * 9999.
 */
final class TemporalWriters {

  private static final int YEAR_DIGITS = 4;
  private static final int SECONDS_LENGTH = "HH:MM:SS".length();
  private static final int SHORT_OFFSET = "+02".length();

  private TemporalWriters() {}

  /** date, time and timestamp. */
  static void local(byte[] source, int offset, int length, JsonBuffer out) {
    out.put((byte) '"');
    dateTime(source, offset, offset + length, out);
    out.put((byte) '"');
  }

  /** timestamptz: the session's zone is UTC, so its offset is always {@code +00}. */
  static void utc(byte[] source, int offset, int length, JsonBuffer out) {
    out.put((byte) '"');
    int end = offset + length;
    boolean beforeChrist = isBeforeChrist(source, offset, end);
    int textEnd = beforeChrist ? end - " BC".length() : end;
    if (isFinite(source, offset)) {
      writeYearAndRest(source, offset, textEnd - SHORT_OFFSET, beforeChrist, out);
      out.put((byte) 'Z');
    } else {
      out.put(source, offset, length);
    }
    out.put((byte) '"');
  }

  /** timetz: ISO 8601 wants the minutes of an offset that the server leaves out. */
  static void timeWithOffset(byte[] source, int offset, int length, JsonBuffer out) {
    out.put((byte) '"');
    out.put(source, offset, length);
    int sign = offset + SECONDS_LENGTH;
    while (source[sign] != '+' && source[sign] != '-') {
      sign++;
    }
    if (offset + length - sign == SHORT_OFFSET) {
      out.put((byte) ':');
      out.put((byte) '0');
      out.put((byte) '0');
    }
    out.put((byte) '"');
  }

  private static void dateTime(byte[] source, int offset, int end, JsonBuffer out) {
    boolean beforeChrist = isBeforeChrist(source, offset, end);
    if (isFinite(source, offset)) {
      writeYearAndRest(
          source, offset, beforeChrist ? end - " BC".length() : end, beforeChrist, out);
    } else {
      out.put(source, offset, end - offset);
    }
  }

  private static boolean isBeforeChrist(byte[] source, int offset, int end) {
    return end - offset > 3 && source[end - 1] == 'C' && source[end - 2] == 'B';
  }

  private static boolean isFinite(byte[] source, int offset) {
    return source[offset] >= '0' && source[offset] <= '9';
  }

  private static void writeYearAndRest(
      byte[] source, int offset, int end, boolean beforeChrist, JsonBuffer out) {
    int yearEnd = offset;
    while (yearEnd < end && source[yearEnd] != '-' && source[yearEnd] != ':') {
      yearEnd++;
    }
    boolean isDate = yearEnd < end && source[yearEnd] == '-';
    int restFrom = offset;
    if (isDate && beforeChrist) {
      writeYearBeforeChrist(source, offset, yearEnd, out);
      restFrom = yearEnd;
    } else if (isDate && yearEnd - offset > YEAR_DIGITS) {
      out.put((byte) '+');
    }
    int at = out.reserve(end - restFrom);
    byte[] to = out.array();
    for (int i = restFrom; i < end; i++) {
      to[at++] = source[i] == ' ' ? (byte) 'T' : source[i];
    }
    out.advance(end - restFrom);
  }

  /** The year 1 BC is the year 0 of ISO 8601, 44 BC is -43. */
  private static void writeYearBeforeChrist(
      byte[] source, int offset, int yearEnd, JsonBuffer out) {
    int year = 0;
    for (int i = offset; i < yearEnd; i++) {
      year = year * 10 + source[i] - '0';
    }
    int astronomical = year - 1;
    if (astronomical > 0) {
      out.put((byte) '-');
    }
    int divisor = astronomical >= 10_000 ? 10_000 : 1_000;
    for (; divisor > 0; divisor /= 10) {
      out.put((byte) ('0' + astronomical / divisor % 10));
    }
  }
}
