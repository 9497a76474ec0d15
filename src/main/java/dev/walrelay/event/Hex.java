package dev.walrelay.event;

import java.util.Arrays;

/** Hexadecimal digits, in either case. */
final class Hex {

  private static final byte[] VALUES = new byte[256];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int value = 0; value < 16; value++) {
      VALUES[Character.forDigit(value, 16)] = (byte) value;
      VALUES[Character.toUpperCase(Character.forDigit(value, 16))] = (byte) value;
    }
  }

  private Hex() {}

  /** What the digit stands for, or -1 if it is none. */
  static int digit(byte b) {
    return VALUES[b & 0xFF];
  }
}
