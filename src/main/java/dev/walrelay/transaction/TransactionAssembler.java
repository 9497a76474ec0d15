package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Begin;
import dev.walrelay.pgoutput.BeginPrepare;
import dev.walrelay.pgoutput.Commit;
import dev.walrelay.pgoutput.CommitPrepared;
import dev.walrelay.pgoutput.Delete;
import dev.walrelay.pgoutput.Insert;
import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.Origin;
import dev.walrelay.pgoutput.PgOutputMessage;
import dev.walrelay.pgoutput.Prepare;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.RollbackPrepared;
import dev.walrelay.pgoutput.StreamAbort;
import dev.walrelay.pgoutput.StreamCommit;
import dev.walrelay.pgoutput.StreamPrepare;
import dev.walrelay.pgoutput.StreamStart;
import dev.walrelay.pgoutput.StreamStop;
import dev.walrelay.pgoutput.Truncate;
import dev.walrelay.pgoutput.Type;
import dev.walrelay.pgoutput.Update;
import dev.walrelay.wal.Lsn;
import dev.walrelay.wal.PostgresTime;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives each change its transaction, its relation and its ordinal. One for each connection, since
 * the server describes relations once a connection; used by one thread.
 *
 * <p>Nothing is held back until the commit arrives: the server sends a transaction that is not
 * streamed only after it has committed, and names the commit position at its beginning. A
 * transaction of any size passes through without taking memory.
 */
public final class TransactionAssembler {

  private final RelationCache relations = new RelationCache();
  private @Nullable Transaction current;
  private int ordinal;

  /**
   * Takes the next message and passes on what it means, if anything.
   *
   * @param lsn the WAL position that came with the message
   * @throws IllegalStateException if the message can't come here by the protocol
   */
  public void accept(PgOutputMessage message, Lsn lsn, Consumer<? super Change> changes) {
    switch (message) {
      case Insert m ->
          changes.accept(
              new Change.Inserted(
                  open(m), ++ordinal, lsn, relations.get(m.relationOid()), m.newTuple()));
      case Update m ->
          changes.accept(
              new Change.Updated(
                  open(m),
                  ++ordinal,
                  lsn,
                  relations.get(m.relationOid()),
                  m.oldTuple(),
                  m.newTuple()));
      case Delete m ->
          changes.accept(
              new Change.Deleted(
                  open(m), ++ordinal, lsn, relations.get(m.relationOid()), m.oldTuple()));
      case Begin m -> begin(m);
      case Commit m -> commit(m, changes);
      case Message m -> emitted(m, changes);
      case Relation m -> relations.put(m);
      case Truncate m -> truncated(m, lsn, changes);
      case Origin m -> current = open(m).withOrigin(m.name());
      case Type _ -> {}
      case StreamStart _,
          StreamStop _,
          StreamCommit _,
          StreamAbort _,
          StreamPrepare _,
          BeginPrepare _,
          Prepare _,
          CommitPrepared _,
          RollbackPrepared _ ->
          throw unexpected(message, "although it was not asked for");
    }
  }

  /** Whether a transaction has begun and its end has not come yet. */
  public boolean isOpen() {
    return current != null;
  }

  private void begin(Begin begin) {
    if (current != null) {
      throw unexpected(begin, "inside of a transaction");
    }
    current =
        new Transaction(
            begin.finalLsn(), PostgresTime.toUnixMicros(begin.commitTime()), begin.xid(), null);
    ordinal = 0;
  }

  private void commit(Commit commit, Consumer<? super Change> changes) {
    Transaction ended = open(commit);
    current = null;
    changes.accept(new Change.Committed(ended, commit.endLsn()));
  }

  private void emitted(Message message, Consumer<? super Change> changes) {
    changes.accept(
        message.transactional()
            ? new Change.Emitted(open(message), ++ordinal, message)
            : new Change.EmittedOutside(message));
  }

  private void truncated(Truncate truncate, Lsn lsn, Consumer<? super Change> changes) {
    Transaction transaction = open(truncate);
    for (int oid : truncate.relationOids()) {
      changes.accept(
          new Change.Truncated(
              transaction,
              ++ordinal,
              lsn,
              relations.get(oid),
              truncate.cascade(),
              truncate.restartIdentity()));
    }
  }

  private Transaction open(PgOutputMessage message) {
    if (current == null) {
      throw unexpected(message, "outside of a transaction");
    }
    return current;
  }

  private static IllegalStateException unexpected(PgOutputMessage message, String where) {
    return new IllegalStateException(
        "The server sent "
            + message.getClass().getSimpleName()
            + " "
            + where
            + ", which breaks the protocol; nothing was skipped, and reading starts again at the"
            + " last stored position.");
  }
}
