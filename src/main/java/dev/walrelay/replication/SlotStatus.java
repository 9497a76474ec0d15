package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * How the server sees the slot (manual: pg_replication_slots).
 *
 * @param confirmed the position up to which it may forget
 * @param flushed how far the server's log is on its disk: what was committed before is to be sent
 * @param lagBytes how much log lies behind that position
 * @param retainedBytes how much log the server keeps on disk because of the slot
 * @param activePid the process that reads from it, null if none does
 * @param walStatus {@code reserved}, {@code extended}, {@code unreserved} or {@code lost}
 */
public record SlotStatus(
    Lsn confirmed,
    Lsn flushed,
    long lagBytes,
    long retainedBytes,
    @Nullable Integer activePid,
    String walStatus) {}
