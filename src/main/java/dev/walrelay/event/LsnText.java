package dev.walrelay.event;

import dev.walrelay.wal.Lsn;

/** Writes positions as PostgreSQL prints them, without making a string for each event. */
final class LsnText {

  private static final byte[] DIGITS = JsonBytes.ascii("0123456789ABCDEF");
  private static final int LONGEST = "FFFFFFFF/FFFFFFFF".length();

  private LsnText() {}

  static void write(Lsn lsn, JsonBuffer out) {
    int at = out.reserve(LONGEST);
    byte[] to = out.array();
    int slash = writeHalf((int) (lsn.value() >>> 32), to, at);
    to[slash] = '/';
    out.advance(writeHalf((int) lsn.value(), to, slash + 1) - at);
  }

  private static int writeHalf(int half, byte[] to, int from) {
    int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(half)) / 4);
    for (int i = 0; i < digits; i++) {
      to[from + i] = DIGITS[(half >>> ((digits - 1 - i) * 4)) & 15];
    }
    return from + digits;
  }
}
