package dev.walrelay.transaction;

import dev.walrelay.wal.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * A committed transaction.
 *
 * @param commitLsn where its commit record starts
 * @param commitTime microseconds since 1970, UTC
 * @param xid its top-level transaction id, an unsigned number
 * @param origin the name of the replication origin that it was replayed from, if any
 */
public record Transaction(Lsn commitLsn, long commitTime, int xid, @Nullable String origin) {

  Transaction withOrigin(String name) {
    return new Transaction(commitLsn, commitTime, xid, name);
  }
}
