package dev.walrelay.pgoutput;

/**
 * A column of a tuple as an object of its own: for where {@link TupleReader} would be in the way.
 */
public sealed interface ColumnValue {

  /** The column is null; in an {@link OldTuple.Key} it may also just not have been sent. */
  record Null() implements ColumnValue {}

  /** The value is stored out of line and did not change, so the server did not send it. */
  record Unchanged() implements ColumnValue {}

  /** The value as its type prints it, a view of the decoded array, in the database encoding. */
  record Text(Bytes bytes) implements ColumnValue {}

  /** The value as its type sends it, a view of the decoded array; only under {@code binary}. */
  record Binary(Bytes bytes) implements ColumnValue {}
}
