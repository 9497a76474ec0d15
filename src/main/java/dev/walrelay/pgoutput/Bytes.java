package dev.walrelay.pgoutput;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A view of part of an array. It is valid for as long as the array's owner leaves it alone; {@link
 * #toByteArray()} copies. Equal if the bytes are.
 */
public final class Bytes {

  private final byte[] array;
  private final int offset;
  private final int length;

  /**
   * Views that part of the array.
   *
   * @throws IndexOutOfBoundsException if the array has no such part
   */
  public Bytes(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** The array itself: not to be written to. */
  public byte[] array() {
    return array;
  }

  /** Where in the array the bytes start. */
  public int offset() {
    return offset;
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** The bytes read as UTF-8, what is not valid being replaced. */
  public String utf8() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes that
        && Arrays.equals(
            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /** How many bytes there are, but not which: they can be a user's data. */
  @Override
  public String toString() {
    return length + " bytes";
  }
}
