package dev.walrelay.transaction;

import org.jspecify.annotations.Nullable;

/** A transaction whose messages were kept because its outcome was open. */
sealed interface KeptTransaction extends AutoCloseable
    permits UnfinishedTransaction, PreparedTransaction {

  /** The name of the replication origin that it was replayed from, if any. */
  @Nullable String origin();

  /** The subtransactions whose changes are left out. */
  XidSet aborted();

  /** Its messages, to be read once. */
  SpoolReader reader();

  @Override
  void close();
}
