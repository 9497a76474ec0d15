package dev.walrelay.event;

import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.transaction.Change;
import dev.walrelay.wal.Lsn;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns changes into events: their id and their JSON, as one line of bytes in a batch. One for each
 * connection, used by one thread.
 */
public final class EventEncoder {

  private static final byte[] ID = JsonBytes.ascii("{\"id\":\"");
  private static final byte[] CASCADE = JsonBytes.ascii(",\"options\":[\"cascade\"]");
  private static final byte[] RESTART = JsonBytes.ascii(",\"options\":[\"restart_identity\"]");
  private static final byte[] CASCADE_RESTART =
      JsonBytes.ascii(",\"options\":[\"cascade\",\"restart_identity\"]");

  private final int epoch;
  private final Catalog catalog;
  private final TypeWriters types;
  private final MessageContent content = new MessageContent();
  private final TransactionMembers transactionMembers = new TransactionMembers();
  private final MessageTuples tuples = new MessageTuples();
  private final Map<Integer, RelationEncoder> byOid = new HashMap<>();
  private @Nullable RelationEncoder latest;

  /**
   * Makes an encoder.
   *
   * @param epoch the top byte of all ids
   * @param catalog asked for what the stream does not tell
   */
  public EventEncoder(int epoch, JsonSettings settings, Catalog catalog) {
    this.epoch = epoch;
    this.catalog = catalog;
    this.types = new TypeWriters(settings, catalog);
  }

  /** The position part of the ids of a transaction's events. */
  public long position(Lsn lsn) {
    return EventId.position(epoch, lsn);
  }

  /** Appends the event of a change. */
  public void encode(Change.InTransaction change, EventBatch batch) {
    switch (change) {
      case Change.Inserted c -> {
        RelationEncoder relation = start(c, Op.INSERT, c.relation(), batch);
        relation.rows().insert(c.newTuple(), batch.json());
        relation.finish(Op.INSERT, c.transaction(), batch);
      }
      case Change.Updated c -> {
        RelationEncoder relation = start(c, Op.UPDATE, c.relation(), batch);
        relation.rows().update(c.oldTuple(), c.newTuple(), batch.json());
        relation.finish(Op.UPDATE, c.transaction(), batch);
      }
      case Change.Deleted c -> {
        RelationEncoder relation = start(c, Op.DELETE, c.relation(), batch);
        relation.rows().delete(c.oldTuple(), batch.json());
        relation.finish(Op.DELETE, c.transaction(), batch);
      }
      case Change.Truncated c -> {
        RelationEncoder relation = start(c, Op.TRUNCATE, c.relation(), batch);
        writeOptions(c.cascade(), c.restartIdentity(), batch.json());
        relation.finish(Op.TRUNCATE, c.transaction(), batch);
      }
      case Change.Emitted c -> encodeMessage(c.message(), c, batch);
    }
  }

  /** Appends the event of a message that belongs to no transaction. */
  public void encode(Change.EmittedOutside change, EventBatch batch) {
    encodeMessage(change.message(), null, batch);
  }

  private RelationEncoder start(
      Change.InTransaction change, Op op, Relation relation, EventBatch batch) {
    RelationEncoder encoder = encoder(relation);
    JsonBuffer out = batch.json();
    writeId(position(change.transaction().commitLsn()), change.ordinal(), out);
    out.put(encoder.head(op));
    LsnText.write(change.lsn(), out);
    transactionMembers.write(change.transaction(), out);
    return encoder;
  }

  private void encodeMessage(Message message, Change.@Nullable Emitted emitted, EventBatch batch) {
    JsonBuffer out = batch.json();
    if (emitted == null) {
      writeId(position(message.lsn()), 0, out);
    } else {
      writeId(position(emitted.transaction().commitLsn()), emitted.ordinal(), out);
    }
    MessageHead.write(message, content, out);
    if (emitted == null) {
      out.put((byte) '"');
    } else {
      transactionMembers.write(emitted.transaction(), out);
    }
    out.put((byte) '}');
    batch.add(
        Op.MESSAGE,
        batch.subject(new Subject.Prefix(message.prefix())),
        emitted == null ? Long.MIN_VALUE : emitted.transaction().commitTime());
  }

  private static void writeId(long position, int ordinal, JsonBuffer out) {
    out.put(ID);
    int at = out.reserve(EventId.LENGTH);
    EventId.write(position, ordinal, out.array(), at);
    out.advance(EventId.LENGTH);
  }

  private static void writeOptions(boolean cascade, boolean restartIdentity, JsonBuffer out) {
    if (cascade) {
      out.put(restartIdentity ? CASCADE_RESTART : CASCADE);
    } else if (restartIdentity) {
      out.put(RESTART);
    }
  }

  /** Consecutive changes mostly have the same relation; a relation altered since is another. */
  private RelationEncoder encoder(Relation relation) {
    RelationEncoder known = latest;
    if (known == null || !known.isOf(relation)) {
      known = byOid.get(relation.oid());
      if (known == null || !known.isOf(relation)) {
        if (known != null) {
          types.refresh();
        }
        known = new RelationEncoder(relation, types, catalog, tuples);
        byOid.put(relation.oid(), known);
      }
      latest = known;
    }
    return known;
  }
}
