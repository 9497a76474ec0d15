package dev.walrelay.pgoutput;

/**
 * A block of changes begins that belong to a transaction still in progress; up to the {@link
 * StreamStop} every message carries its (sub)transaction.
 *
 * @param xid the top-level transaction
 * @param firstSegment whether this is its first block
 */
public record StreamStart(int xid, boolean firstSegment) implements PgOutputMessage {}
