package dev.walrelay.pgoutput;

/**
 * A row was deleted.
 *
 * @param xid the transaction within a stream block, else 0
 * @param relationOid the {@link Relation}
 * @param oldTuple the row, or only its key
 */
public record Delete(int xid, int relationOid, OldTuple oldTuple) implements TransactionContent {}
