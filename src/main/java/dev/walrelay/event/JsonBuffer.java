package dev.walrelay.event;

import java.util.Arrays;

/** A growing array of bytes that JSON is written to. Not thread-safe. */
public final class JsonBuffer {

  /** What the JVM can make an array of. */
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private byte[] array;
  private int size;

  /** Starts with room for that many bytes. */
  public JsonBuffer(int capacity) {
    array = new byte[capacity];
  }

  /** The bytes written so far stand at 0 to {@link #size()}; replaced when the buffer grows. */
  public byte[] array() {
    return array;
  }

  /** How many bytes are written. */
  public int size() {
    return size;
  }

  /** Takes back what was written behind a size seen earlier. */
  public void truncate(int earlierSize) {
    size = earlierSize;
  }

  /** Makes room for that many further bytes, and returns where they go; see {@link #advance}. */
  public int reserve(int length) {
    if (array.length - size < length) {
      grow(length);
    }
    return size;
  }

  /** Counts bytes as written that were put into reserved room. */
  public void advance(int length) {
    size += length;
  }

  /** Appends a byte. */
  public void put(byte value) {
    if (size == array.length) {
      grow(1);
    }
    array[size++] = value;
  }

  /** Appends bytes. */
  public void put(byte[] source) {
    put(source, 0, source.length);
  }

  /** Appends bytes. */
  public void put(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, array, size, length);
    size += length;
  }

  /** A copy of what is written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(array, size);
  }

  private void grow(int length) {
    long wanted = (long) size + length;
    if (wanted > LARGEST) {
      throw new IllegalStateException(
          "An event would take more than "
              + LARGEST
              + " bytes of JSON, which is all that can be held; nothing is lost, but reading can't"
              + " pass it while the column that takes the most is published.");
    }
    array = Arrays.copyOf(array, (int) Math.max(wanted, Math.min(LARGEST, array.length * 2L)));
  }
}
