package dev.walrelay.pgoutput;

import java.util.Arrays;

/** An array that grows while it is written to. */
final class GrowingBytes {

  private byte[] array;
  private int size;

  GrowingBytes(int capacity) {
    array = new byte[capacity];
  }

  /** Valid until more is reserved. */
  byte[] array() {
    return array;
  }

  int size() {
    return size;
  }

  void size(int newSize) {
    size = newSize;
  }

  /** Makes room for that many bytes behind those that are there. */
  void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > array.length) {
      array = Arrays.copyOf(array, Math.max(needed, array.length + array.length / 2));
    }
  }

  void put(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, array, size, length);
    size += length;
  }
}
