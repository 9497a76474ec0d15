package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * A prepared transaction was rolled back.
 *
 * @param prepareEndLsn where the prepare record ended
 * @param rollbackEndLsn where the rollback record ends: the position to confirm
 * @param prepareTime when it was prepared, in microseconds since 2000
 * @param rollbackTime when it was rolled back, in microseconds since 2000
 * @param xid the transaction id
 * @param gid the name given to {@code PREPARE TRANSACTION}
 */
public record RollbackPrepared(
    Lsn prepareEndLsn, Lsn rollbackEndLsn, long prepareTime, long rollbackTime, int xid, String gid)
    implements PgOutputMessage {}
