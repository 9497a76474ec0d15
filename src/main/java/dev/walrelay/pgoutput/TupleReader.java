package dev.walrelay.pgoutput;

/**
 * Walks over the columns of one tuple after another without making an object: reset, then {@link
 * #next()} for each column. Not thread-safe.
 */
public final class TupleReader {

  /** The column is null; in an {@link OldTuple.Key} it may also just not have been sent. */
  public static final byte NULL = 'n';

  /** The value is stored out of line and did not change, so the server did not send it. */
  public static final byte UNCHANGED = 'u';

  /** The value as its type prints it, in the database encoding. */
  public static final byte TEXT = 't';

  /** The value as its type sends it; only under {@code binary}. */
  public static final byte BINARY = 'b';

  private static final int COUNT_BYTES = 2;
  private static final int KIND_BYTES = 1;
  private static final int LENGTH_BYTES = 4;

  private byte[] array = {};
  private int remaining;
  private byte kind;
  private int offset;
  private int length;

  /** Stands before the first column of that tuple. */
  public void reset(TupleData tuple) {
    array = tuple.array();
    remaining = tuple.columnCount();
    offset = tuple.offset() + COUNT_BYTES;
    length = 0;
  }

  /** Goes to the next column; false if there is none. */
  public boolean next() {
    if (remaining == 0) {
      return false;
    }
    remaining--;
    int start = offset + length;
    kind = array[start];
    if (kind == TEXT || kind == BINARY) {
      length = MessageCursor.int32(array, start + KIND_BYTES);
      offset = start + KIND_BYTES + LENGTH_BYTES;
    } else {
      length = 0;
      offset = start + KIND_BYTES;
    }
    return true;
  }

  /** {@link #NULL}, {@link #UNCHANGED}, {@link #TEXT} or {@link #BINARY}. */
  public byte kind() {
    return kind;
  }

  /** The array that the value is in: not to be written to. */
  public byte[] array() {
    return array;
  }

  /** Where in the array the value starts. */
  public int offset() {
    return offset;
  }

  /** How many bytes the value takes; 0 if there is none. */
  public int length() {
    return length;
  }

  ColumnValue value() {
    return switch (kind) {
      case NULL -> new ColumnValue.Null();
      case UNCHANGED -> new ColumnValue.Unchanged();
      case TEXT -> new ColumnValue.Text(new Bytes(array, offset, length));
      case BINARY -> new ColumnValue.Binary(new Bytes(array, offset, length));
      default -> throw new IllegalStateException("The tuple was written to while being read.");
    };
  }
}
