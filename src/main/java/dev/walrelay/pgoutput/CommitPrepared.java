package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A prepared transaction committed.
 *
 * @param commitLsn where the commit record starts
 * @param endLsn where the commit record ends: the position to confirm
 * @param commitTime when it committed, in microseconds since 2000
 * @param xid the transaction id
 * @param gid the name given to {@code PREPARE TRANSACTION}
 */
public record CommitPrepared(Lsn commitLsn, Lsn endLsn, long commitTime, int xid, String gid)
    implements PgOutputMessage {}
