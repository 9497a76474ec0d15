package dev.walrelay.event;

import dev.walrelay.pgoutput.Relation;
import dev.walrelay.transaction.Transaction;
import java.nio.charset.StandardCharsets;

/**
 * What the events of one relation have in common. There is one for each relation that was ever
 * seen: it holds on to nothing that an event came with or went to.
 */
final class RelationEncoder {

  private final Relation relation;
  private final Subject.Table subject;
  private final RowEncoder rows;
  private final byte[] insert;
  private final byte[] update;
  private final byte[] delete;
  private final byte[] truncate;

  RelationEncoder(Relation relation, TypeWriters types, Catalog catalog, MessageTuples tuples) {
    this.relation = relation;
    this.subject = new Subject.Table(relation.namespace(), relation.name());
    this.rows = new RowEncoder(relation, types, catalog, tuples);
    this.insert = head(Op.INSERT, subject);
    this.update = head(Op.UPDATE, subject);
    this.delete = head(Op.DELETE, subject);
    this.truncate = head(Op.TRUNCATE, subject);
  }

  private static byte[] head(Op op, Subject.Table subject) {
    JsonBuffer head = new JsonBuffer(128);
    head.put(("\",\"op\":\"" + op.text() + "\",\"schema\":").getBytes(StandardCharsets.US_ASCII));
    head.put(JsonBytes.quoted(subject.schema()));
    head.put(JsonBytes.ascii(",\"table\":"));
    head.put(JsonBytes.quoted(subject.table()));
    head.put(JsonBytes.ascii(",\"lsn\":\""));
    return head.toByteArray();
  }

  /** By oid first: relations of the same columns differ in it, and comparing columns takes long. */
  boolean isOf(Relation other) {
    return relation.oid() == other.oid() && relation.equals(other);
  }

  RowEncoder rows() {
    return rows;
  }

  /** What stands between an event's id and its LSN. */
  byte[] head(Op op) {
    return switch (op) {
      case INSERT -> insert;
      case UPDATE -> update;
      case DELETE -> delete;
      case TRUNCATE -> truncate;
      case MESSAGE, SNAPSHOT, GAP ->
          throw new IllegalArgumentException("no relation has a " + op.text());
    };
  }

  /** Closes the event's JSON and counts it in the batch. */
  void finish(Op op, Transaction transaction, EventBatch batch) {
    batch.json().put((byte) '}');
    batch.add(op, batch.subject(subject), transaction.commitTime());
  }
}
