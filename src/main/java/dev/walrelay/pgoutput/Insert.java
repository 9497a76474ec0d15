package dev.walrelay.pgoutput;

/**
 * A row was inserted.
 *
 * @param xid the transaction within a stream block, else 0
 * @param relationOid the {@link Relation}
 * @param newTuple the row
 */
public record Insert(int xid, int relationOid, TupleData newTuple) implements TransactionContent {}
