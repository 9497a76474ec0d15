package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.TupleData;
import dev.walrelay.wal.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * What a committed transaction did, or a message outside of one, in the order of commits. Tuples
 * and contents are views of the bytes that were decoded.
 */
public sealed interface Change {

  /** What takes an ordinal in its transaction. */
  sealed interface InTransaction extends Change {

    /** The transaction that it belongs to. */
    Transaction transaction();

    /** Its place in the transaction, counted from 1. */
    int ordinal();

    /** Its own position in the write-ahead log. */
    Lsn lsn();
  }

  /** A new row. */
  record Inserted(
      Transaction transaction, int ordinal, Lsn lsn, Relation relation, TupleData newTuple)
      implements InTransaction {}

  /** A changed row. */
  record Updated(
      Transaction transaction,
      int ordinal,
      Lsn lsn,
      Relation relation,
      @Nullable OldTuple oldTuple,
      TupleData newTuple)
      implements InTransaction {}

  /** A row that is gone. */
  record Deleted(
      Transaction transaction, int ordinal, Lsn lsn, Relation relation, OldTuple oldTuple)
      implements InTransaction {}

  /** An emptied table; a truncate of several gives one of these for each. */
  record Truncated(
      Transaction transaction,
      int ordinal,
      Lsn lsn,
      Relation relation,
      boolean cascade,
      boolean restartIdentity)
      implements InTransaction {}

  /** A transactional logical decoding message. */
  record Emitted(Transaction transaction, int ordinal, Message message) implements InTransaction {

    @Override
    public Lsn lsn() {
      return message.lsn();
    }
  }

  /** A logical decoding message that belongs to no transaction. */
  record EmittedOutside(Message message) implements Change {}

  /**
   * The end of a transaction: everything of it was given out.
   *
   * @param endLsn the end of its commit record: behind it the slot may go on
   */
  record Committed(Transaction transaction, Lsn endLsn) implements Change {}
}
