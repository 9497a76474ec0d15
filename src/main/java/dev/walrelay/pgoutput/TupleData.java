package dev.walrelay.pgoutput;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a row, as a view of the array that the message was decoded from: from the two
 * bytes that count the columns to the end of the last one (manual: TupleData). The whole view was
 * checked when it was made, so reading it cannot fail; it is valid for as long as the array's owner
 * leaves it alone. Equal if the bytes are.
 *
 * <p>{@link TupleReader} walks over the columns without an object for each.
 */
public final class TupleData {

  private final byte[] array;
  private final int offset;
  private final int length;
  private final int columnCount;

  private TupleData(byte[] array, int offset, int length, int columnCount) {
    this.array = array;
    this.offset = offset;
    this.length = length;
    this.columnCount = columnCount;
  }

  /**
   * Views bytes that were copied from another tuple's view, and checks them again.
   *
   * @throws PgOutputException if the bytes are not exactly a tuple
   * @throws IndexOutOfBoundsException if the array has no such part
   */
  public static TupleData of(byte[] array, int offset, int length) {
    MessageCursor in = new MessageCursor();
    in.reset(array, offset, length);
    TupleData tuple = read(in.named("TupleData"));
    in.expectEnd();
    return tuple;
  }

  static TupleData read(MessageCursor in) {
    int start = in.position();
    int columnCount = in.count16("columns", 1);
    for (int i = 0; i < columnCount; i++) {
      skipColumn(in);
    }
    return new TupleData(in.array(), start, in.position() - start, columnCount);
  }

  private static void skipColumn(MessageCursor in) {
    byte kind = in.int8();
    switch (kind) {
      case TupleReader.NULL, TupleReader.UNCHANGED -> {}
      case TupleReader.TEXT, TupleReader.BINARY -> in.skip(in.length32());
      default -> throw in.unexpected("column kind", kind, "'n', 'u', 't' or 'b'");
    }
  }

  /** The array itself: not to be written to. */
  public byte[] array() {
    return array;
  }

  /** Where in the array the tuple starts, with the two bytes that count its columns. */
  public int offset() {
    return offset;
  }

  /** How many bytes the tuple takes, the two of the count among them. */
  public int length() {
    return length;
  }

  /** How many columns there are. */
  public int columnCount() {
    return columnCount;
  }

  /**
   * The column at an index from 0. Every call walks over those before it and makes an object: not
   * for where speed matters.
   *
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public ColumnValue column(int index) {
    Objects.checkIndex(index, columnCount);
    TupleReader reader = new TupleReader();
    reader.reset(this);
    for (int i = 0; i <= index; i++) {
      reader.next();
    }
    return reader.value();
  }

  private Bytes bytes() {
    return new Bytes(array, offset, length);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TupleData that && bytes().equals(that.bytes());
  }

  @Override
  public int hashCode() {
    return bytes().hashCode();
  }

  /** How large the tuple is, but not what is in it: that is a user's data. */
  @Override
  public String toString() {
    return columnCount + " columns in " + length + " bytes";
  }
}
