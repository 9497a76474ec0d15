package dev.walrelay.pgoutput;

import org.jspecify.annotations.Nullable;

/**
 * A row was updated.
 *
 * @param xid the transaction within a stream block, else 0
 * @param relationOid the {@link Relation}
 * @param oldTuple the old row where the replica identity is {@code FULL}, the old key where the key
 *     changed or is stored out of line, else null
 * @param newTuple the row now, without the values of unchanged out-of-line columns
 */
public record Update(int xid, int relationOid, @Nullable OldTuple oldTuple, TupleData newTuple)
    implements TransactionContent {}
