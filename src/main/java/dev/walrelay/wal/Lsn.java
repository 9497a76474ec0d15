package dev.walrelay.wal;

/**
 * A log sequence number: a byte position in the write-ahead log, compared as an unsigned 64-bit
 * number (manual: pg_lsn Type).
 *
 * @param value the position as the 64 bits that travel on the wire
 */
public record Lsn(long value) implements Comparable<Lsn> {

  /** The invalid position, {@code 0/0}. */
  public static final Lsn ZERO = new Lsn(0);

  /**
   * Reads the form that PostgreSQL prints, such as {@code 0/1A2B310}: one to eight hexadecimal
   * digits on each side of the slash.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Lsn parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw malformed(text);
    }
    return new Lsn(half(text, 0, slash) << 32 | half(text, slash + 1, text.length()));
  }

  private static long half(String text, int from, int to) {
    if (to - from < 1 || to - from > 8) {
      throw malformed(text);
    }
    long half = 0;
    for (int i = from; i < to; i++) {
      int digit = hexDigit(text.charAt(i));
      if (digit < 0) {
        throw malformed(text);
      }
      half = half << 4 | digit;
    }
    return half;
  }

  private static int hexDigit(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a log sequence number like 0/1A2B310");
  }

  /** Whether this position lies behind the other in the log. */
  public boolean isAfter(Lsn other) {
    return compareTo(other) > 0;
  }

  /** The later of two positions. */
  public static Lsn max(Lsn a, Lsn b) {
    return a.isAfter(b) ? a : b;
  }

  @Override
  public int compareTo(Lsn other) {
    return Long.compareUnsigned(value, other.value);
  }

  /** The form that PostgreSQL prints. */
  @Override
  public String toString() {
    return Integer.toHexString((int) (value >>> 32)).toUpperCase(java.util.Locale.ROOT)
        + "/"
        + Integer.toHexString((int) value).toUpperCase(java.util.Locale.ROOT);
  }
}
