package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A streamed transaction committed.
 *
 * @param xid the top-level transaction
 * @param commitLsn where the commit record starts
 * @param endLsn where the commit record ends: the position to confirm
 * @param commitTime when it committed, in microseconds since 2000
 */
public record StreamCommit(int xid, Lsn commitLsn, Lsn endLsn, long commitTime)
    implements PgOutputMessage {}
