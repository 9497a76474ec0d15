package dev.walrelay.pgoutput;

/**
 * Describes a type that is not built in, before a {@link Relation} with a column of it. For a
 * domain the oid is its own, but the names are those of its base type.
 *
 * @param xid the transaction within a stream block, else 0
 * @param oid what columns name the type by
 * @param namespace its schema; {@code pg_catalog} travels as an empty string
 * @param name its name
 */
public record Type(int xid, int oid, String namespace, String name) implements TransactionContent {}
