package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A transaction was prepared for two-phase commit; its outcome comes later.
 *
 * @param prepareLsn where the prepare record starts
 * @param endLsn where the prepare record ends
 * @param prepareTime when it was prepared, in microseconds since 2000
 * @param xid the transaction id
 * @param gid the name given to {@code PREPARE TRANSACTION}
 */
public record Prepare(Lsn prepareLsn, Lsn endLsn, long prepareTime, int xid, String gid)
    implements PgOutputMessage {}
