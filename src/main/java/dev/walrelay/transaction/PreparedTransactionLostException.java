package dev.walrelay.transaction;

import dev.walrelay.pgoutput.CommitPrepared;
import java.io.Serial;

/** A prepared transaction has committed whose changes are not where they were put. */
public final class PreparedTransactionLostException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  PreparedTransactionLostException(CommitPrepared committed, SpillDirectory directory) {
    super(
        "The prepared transaction '"
            + committed.gid()
            + "' has committed, but its changes, which the server sends only once, are not in "
            + directory.path("")
            + " any more; bring that directory back, or give the changes up with SELECT"
            + " pg_replication_slot_advance with the name of the slot and '"
            + committed.endLsn()
            + "'.");
  }
}
