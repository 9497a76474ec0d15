package dev.walrelay.event;

import dev.walrelay.pgoutput.TupleData;
import dev.walrelay.pgoutput.TupleReader;
import java.util.Arrays;

/**
 * Where the columns of one tuple stand: filled anew for each tuple, so that columns can be reached
 * in any order without an object for each.
 */
final class TupleColumns {

  private final TupleReader reader = new TupleReader();
  private byte[] array = new byte[0];
  private byte[] kinds = new byte[16];
  private int[] offsets = new int[16];
  private int[] lengths = new int[16];
  private int count;

  /** Takes the places of a tuple's columns. */
  void read(TupleData tuple) {
    count = tuple.columnCount();
    if (kinds.length < count) {
      kinds = new byte[count];
      offsets = new int[count];
      lengths = new int[count];
    }
    array = tuple.array();
    reader.reset(tuple);
    for (int i = 0; reader.next(); i++) {
      kinds[i] = reader.kind();
      offsets[i] = reader.offset();
      lengths[i] = reader.length();
    }
  }

  /** Has no columns any more. */
  void clear() {
    count = 0;
  }

  /** Marks nulls as not sent: in a key tuple they do not mean that the row has a null there. */
  void forgetNulls() {
    for (int i = 0; i < count; i++) {
      if (isNull(i)) {
        kinds[i] = TupleReader.UNCHANGED;
      }
    }
  }

  /**
   * Takes from the old tuple of the same message what the server left out of the new one since it
   * has not changed.
   */
  void fillUnsent(TupleColumns old) {
    for (int i = 0; i < Math.min(count, old.count); i++) {
      if (!isSent(i) && old.isSent(i)) {
        kinds[i] = old.kinds[i];
        offsets[i] = old.offsets[i];
        lengths[i] = old.lengths[i];
      }
    }
  }

  /** Whether the value is known; null is a value. */
  boolean isSent(int column) {
    return column < count && kinds[column] != TupleReader.UNCHANGED;
  }

  /** Whether the value is known and not null. */
  boolean hasValue(int column) {
    return isSent(column) && !isNull(column);
  }

  /** Whether all values are known. */
  boolean isAllSent() {
    for (int i = 0; i < count; i++) {
      if (kinds[i] == TupleReader.UNCHANGED) {
        return false;
      }
    }
    return true;
  }

  /** Whether both hold the same value, as the server printed it. */
  boolean sameValue(int column, TupleColumns other) {
    return kinds[column] == other.kinds[column]
        && (isNull(column)
            || Arrays.equals(
                array,
                offsets[column],
                offsets[column] + lengths[column],
                other.array,
                other.offsets[column],
                other.offsets[column] + other.lengths[column]));
  }

  /** Appends a value that was sent, null included. */
  void write(int column, ValueWriter writer, JsonBuffer out) {
    if (isNull(column)) {
      out.put(JsonBytes.NULL);
    } else {
      writer.writeOrText(array, offsets[column], lengths[column], out);
    }
  }

  private boolean isNull(int column) {
    return kinds[column] == TupleReader.NULL;
  }
}
