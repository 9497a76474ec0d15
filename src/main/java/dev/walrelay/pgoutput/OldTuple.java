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

  /**
   * The whole row ({@code O} on the wire). Of a partition whose changes are published as its root's
   * it can be the partition's identity alone, and the other columns are marked null as in a key.
   */
  record Full(TupleData tuple) implements OldTuple {}
}
