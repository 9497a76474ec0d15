package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction whose outcome is open: its messages are kept as they came. */
final class UnfinishedTransaction implements KeptTransaction {

  private final int xid;
  private final Spool spool;
  private final XidSet aborted = new XidSet();
  private final Map<Integer, Relation> described = new HashMap<>();
  private @Nullable String origin;
  private boolean emitted;
  private boolean ambiguous;

  UnfinishedTransaction(int xid, Spool spool) {
    this.xid = xid;
    this.spool = spool;
  }

  int xid() {
    return xid;
  }

  Spool spool() {
    return spool;
  }

  @Override
  public @Nullable String origin() {
    return origin;
  }

  void replicatedFrom(String name) {
    origin = name;
  }

  /** Keeps the frame of the content: where its stream blocks begin and end. */
  void append(ByteBuffer bytes, Lsn lsn) {
    spool.append(bytes, lsn);
  }

  void append(TransactionContent content, ByteBuffer bytes, Lsn lsn) {
    spool.append(bytes, lsn);
    switch (content) {
      case Relation relation -> described.put(relation.oid(), RelationCache.plain(relation));
      case Message _ -> emitted = true;
      default -> {}
    }
  }

  boolean describes(int relationOid) {
    return described.containsKey(relationOid);
  }

  /** The relations whose latest description on this connection was sent in here. */
  Set<Integer> described() {
    return described.keySet();
  }

  /** A relation was described elsewhere: if otherwise than here, what was said here is old. */
  void outdate(Relation relation) {
    described.computeIfPresent(relation.oid(), (_, here) -> here.equals(relation) ? here : null);
  }

  /** Drops the changes of a subtransaction. */
  void abort(int subxid) {
    aborted.add(subxid);
    // The server describes relations anew after this, and does not count on what it said before.
    described.clear();
    ambiguous |= emitted;
  }

  @Override
  public XidSet aborted() {
    return aborted;
  }

  /** Whether a message may belong to a subtransaction that was rolled back. */
  boolean isAmbiguous() {
    return ambiguous;
  }

  @Override
  public SpoolReader reader() {
    return spool.reader();
  }

  /** Discards it. */
  @Override
  public void close() {
    spool.close();
  }
}
