package dev.walrelay.transaction;

import dev.walrelay.pgoutput.PgOutputDecoder;
import dev.walrelay.pgoutput.PgOutputMessage;
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gives out a kept transaction that has committed, message by message, straight from where it is
 * kept.
 */
final class Replay implements AutoCloseable {

  private final KeptTransaction kept;
  private final XidSet aborted;
  private final SpoolReader messages;
  private final RelationCache relations;
  private final Set<Integer> lasting;
  private final CommittedChanges committed;
  private final Lsn endLsn;
  private final PgOutputDecoder decoder = new PgOutputDecoder(false);

  /**
   * @param relations what the transaction sees
   * @param lasting the oids of those whose description in there holds for all once it is over
   */
  Replay(
      KeptTransaction kept,
      Transaction transaction,
      Lsn endLsn,
      RelationCache relations,
      Set<Integer> lasting) {
    this.kept = kept;
    this.aborted = kept.aborted();
    this.messages = kept.reader();
    this.relations = relations;
    this.lasting = lasting;
    this.committed = new CommittedChanges(transaction, relations);
    this.endLsn = endLsn;
  }

  /** Goes on by one message; false after the last, when the transaction's end was given out. */
  boolean next(Consumer<? super Change> changes) {
    if (!read()) {
      relations.publish(lasting);
      changes.accept(new Change.Committed(committed.transaction(), endLsn));
      return false;
    }
    PgOutputMessage message =
        decoder.decode(messages.array(), messages.offset(), messages.length());
    if (message instanceof TransactionContent content) {
      if (aborted.contains(content.xid())) {
        committed.skip(content);
      } else {
        committed.accept(content, messages.lsn(), changes);
      }
    }
    return true;
  }

  private boolean read() {
    try {
      return messages.next();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "A transaction that was put to disk can't be read back (" + e + ").", e);
    }
  }

  @Override
  public void close() {
    kept.close();
  }
}
