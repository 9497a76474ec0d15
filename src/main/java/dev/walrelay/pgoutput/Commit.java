package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A transaction ends.
 *
 * @param commitLsn where the commit record starts
 * @param endLsn where the commit record ends: the position to confirm
 * @param commitTime when it committed, in microseconds since 2000
 */
public record Commit(Lsn commitLsn, Lsn endLsn, long commitTime) implements PgOutputMessage {}
