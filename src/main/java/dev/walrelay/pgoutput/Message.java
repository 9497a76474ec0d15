package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A logical decoding message, written with {@code pg_logical_emit_message}.
 *
 * @param xid the transaction within a stream block, else 0
 * @param transactional whether it belongs to a transaction; if not, it stands for itself
 * @param lsn its position: for a non-transactional message the end of its record
 * @param prefix what its writer chose to tell messages apart by
 * @param content any bytes, a view of the decoded array
 */
public record Message(int xid, boolean transactional, Lsn lsn, String prefix, Bytes content)
    implements TransactionContent {}
