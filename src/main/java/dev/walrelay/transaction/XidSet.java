package dev.walrelay.transaction;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Transaction ids, asked for once a change: so without objects. */
final class XidSet {

  private int[] sorted = {};
  private int size;

  void add(int xid) {
    int found = Arrays.binarySearch(sorted, 0, size, xid);
    if (found >= 0) {
      return;
    }
    int at = -found - 1;
    if (size == sorted.length) {
      sorted = Arrays.copyOf(sorted, Math.max(8, size * 2));
    }
    System.arraycopy(sorted, at, sorted, at + 1, size - at);
    sorted[at] = xid;
    size++;
  }

  boolean contains(int xid) {
    return size > 0 && Arrays.binarySearch(sorted, 0, size, xid) >= 0;
  }

  int size() {
    return size;
  }

  IntStream stream() {
    return Arrays.stream(sorted, 0, size);
  }
}
