package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Delete;
import dev.walrelay.pgoutput.Insert;
import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.pgoutput.Truncate;
import dev.walrelay.pgoutput.Type;
import dev.walrelay.pgoutput.Update;
import dev.walrelay.wal.Lsn;
import java.util.function.Consumer;

/**
 * Gives each change of a transaction that has committed its relation and its ordinal. However the
 * server sends a transaction, its changes come through here in the same order, so that they get the
 * same ordinals.
 */
final class CommittedChanges {

  private final RelationCache relations;
  private Transaction transaction;
  private int ordinal;

  CommittedChanges(Transaction transaction, RelationCache relations) {
    this.transaction = transaction;
    this.relations = relations;
  }

  Transaction transaction() {
    return transaction;
  }

  /** The transaction was itself replicated, which the server says behind its beginning. */
  void replicatedFrom(String origin) {
    transaction = transaction.withOrigin(origin);
  }

  void accept(TransactionContent message, Lsn lsn, Consumer<? super Change> changes) {
    switch (message) {
      case Insert m ->
          changes.accept(
              new Change.Inserted(
                  transaction, ++ordinal, lsn, relations.changed(m.relationOid()), m.newTuple()));
      case Update m -> {
        Relation relation = relations.changed(m.relationOid());
        OldTuple old = m.oldTuple();
        changes.accept(
            new Change.Updated(
                transaction,
                ++ordinal,
                lsn,
                relation,
                old == null ? null : relations.certain(relation, old),
                m.newTuple()));
      }
      case Delete m -> {
        Relation relation = relations.changed(m.relationOid());
        changes.accept(
            new Change.Deleted(
                transaction, ++ordinal, lsn, relation, relations.certain(relation, m.oldTuple())));
      }
      case Message m -> changes.accept(new Change.Emitted(transaction, ++ordinal, m));
      case Truncate m -> truncated(m, lsn, changes);
      case Relation m -> relations.put(m);
      case Type _ -> {}
    }
  }

  /** Leaves out what a subtransaction did that was rolled back; its descriptions hold for all. */
  void skip(TransactionContent message) {
    switch (message) {
      case Insert m -> relations.changed(m.relationOid());
      case Update m -> relations.changed(m.relationOid());
      case Delete m -> relations.changed(m.relationOid());
      case Truncate m -> m.relationOids().forEach(relations::truncated);
      case Relation m -> relations.put(m);
      case Message _, Type _ -> {}
    }
  }

  private void truncated(Truncate truncate, Lsn lsn, Consumer<? super Change> changes) {
    for (int oid : truncate.relationOids()) {
      changes.accept(
          new Change.Truncated(
              transaction,
              ++ordinal,
              lsn,
              relations.truncated(oid),
              truncate.cascade(),
              truncate.restartIdentity()));
    }
  }
}
