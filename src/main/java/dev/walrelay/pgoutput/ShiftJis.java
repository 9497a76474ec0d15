package dev.walrelay.pgoutput;

/** From EUC_JIS_2004 to Shift JIS: the same two squares of 94 by 94, folded in another way. */
final class ShiftJis {

  private static final int BEFORE_FIRST = 0xA0;
  private static final int SIDE = 94;

  /** The only rows that are taken in the second square, in the order in which they are folded. */
  private static final int[] SECOND = {
    1, 8, 3, 4, 5, 12, 13, 14, 15, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93,
    94
  };

  private ShiftJis() {}

  /**
   * The bytes of a character of two or three bytes; ones that are no character if there is none.
   */
  static byte[] of(byte[] euc) {
    int row = (euc[euc.length - 2] & 0xFF) - BEFORE_FIRST;
    int cell = (euc[euc.length - 1] & 0xFF) - BEFORE_FIRST;
    if (euc.length == 3) {
      int index = indexOf(row);
      return index < 0 ? none() : folded(0xF0 + index / 2, index % 2, cell);
    }
    if (row < 1) {
      return new byte[] {euc[1]}; // a half-width kana, behind its single shift
    }
    return folded((row <= 62 ? 0x81 : 0xC1) + (row - 1) / 2, (row - 1) % 2, cell);
  }

  private static int indexOf(int row) {
    for (int i = 0; i < SECOND.length; i++) {
      if (SECOND[i] == row) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] none() {
    return new byte[] {(byte) 0xFF};
  }

  private static byte[] folded(int lead, int second, int cell) {
    int trail = 0x3F + cell + second * SIDE;
    return new byte[] {(byte) lead, (byte) (trail < 0x7F ? trail : trail + 1)};
  }
}
