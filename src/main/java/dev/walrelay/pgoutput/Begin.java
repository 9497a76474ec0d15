package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A transaction begins, of which the server already knows that it committed.
 *
 * @param finalLsn where the commit record starts: the {@code commitLsn} of the {@link Commit}
 * @param commitTime when it committed, in microseconds since 2000
 * @param xid the transaction id
 */
public record Begin(Lsn finalLsn, long commitTime, int xid) implements PgOutputMessage {}
