package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A streamed transaction, or one of its subtransactions, was rolled back.
 *
 * @param xid the top-level transaction
 * @param subxid the subtransaction to drop, or {@code xid} itself for all of it
 * @param abortLsn where it aborted; sent only under streaming {@code parallel}, else {@link
 *     Lsn#ZERO}
 * @param abortTime when it aborted, in microseconds since 2000; sent only under streaming {@code
 *     parallel}, else 0
 */
public record StreamAbort(int xid, int subxid, Lsn abortLsn, long abortTime)
    implements PgOutputMessage {}
