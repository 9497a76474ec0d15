package dev.walrelay.pgoutput;

/** What the server sent of a row before its change. */
public sealed interface OldTuple {

  /** The columns that were sent. */
  TupleData tuple();

  /**
   * Only the replica identity ({@code K} on the wire): the other columns are marked null, which
   * does not mean that they were null.
   */
  record Key(TupleData tuple) implements OldTuple {}

  /** The whole row ({@code O} on the wire). */
  record Full(TupleData tuple) implements OldTuple {}
}
