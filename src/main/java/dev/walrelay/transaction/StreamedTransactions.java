package dev.walrelay.transaction;

import dev.walrelay.pgoutput.PgOutputMessage;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.StreamAbort;
import dev.walrelay.pgoutput.StreamStart;
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that the server sends while they are in progress, in blocks that interleave. A
 * rolled back subtransaction is only noted, since its changes are among others: they are left out
 * when the transaction is read at its end.
 */
final class StreamedTransactions implements AutoCloseable {

  private final SpillDirectory directory;
  private final Map<Integer, UnfinishedTransaction> byXid = new HashMap<>();
  private @Nullable UnfinishedTransaction inBlock;

  StreamedTransactions(SpillDirectory directory) {
    this.directory = directory;
  }

  /** The transaction whose block is open, or null. */
  @Nullable UnfinishedTransaction inBlock() {
    return inBlock;
  }

  Collection<UnfinishedTransaction> all() {
    return byXid.values();
  }

  void startBlock(StreamStart start, ByteBuffer bytes, Lsn lsn) {
    UnfinishedTransaction transaction = byXid.get(start.xid());
    if ((transaction == null) != start.firstSegment()) {
      throw ProtocolError.unexpected(start, "of a transaction in the wrong order");
    }
    if (transaction == null) {
      transaction = new UnfinishedTransaction(start.xid(), directory.spool(start.xid()));
      byXid.put(start.xid(), transaction);
    }
    transaction.append(bytes, lsn);
    inBlock = transaction;
  }

  void stopBlock(PgOutputMessage stop, ByteBuffer bytes, Lsn lsn) {
    if (inBlock == null) {
      throw ProtocolError.unexpected(stop, "outside of a stream block");
    }
    inBlock.append(bytes, lsn);
    inBlock = null;
  }

  void append(
      UnfinishedTransaction transaction, TransactionContent content, ByteBuffer bytes, Lsn lsn) {
    transaction.append(content, bytes, lsn);
    if (content instanceof Relation relation) {
      outdate(relation, transaction);
    }
  }

  /** A relation was described, in a streamed transaction or outside of any. */
  void outdate(Relation relation, @Nullable UnfinishedTransaction by) {
    if (!byXid.isEmpty()) {
      Relation plain = RelationCache.plain(relation);
      byXid.values().stream().filter(other -> other != by).forEach(other -> other.outdate(plain));
    }
  }

  /** Of a transaction of which nothing was sent there is nothing to drop. */
  void abort(StreamAbort abort) {
    UnfinishedTransaction transaction = byXid.get(abort.xid());
    if (transaction != null && abort.subxid() != abort.xid()) {
      transaction.abort(abort.subxid());
    } else if (transaction != null) {
      byXid.remove(abort.xid());
      transaction.close();
    }
  }

  /** Takes out a transaction that has committed or was prepared. */
  UnfinishedTransaction end(int xid, PgOutputMessage by) {
    UnfinishedTransaction transaction = byXid.remove(xid);
    if (transaction == null) {
      throw ProtocolError.unexpected(by, "of a transaction that it did not stream");
    }
    if (transaction.isAmbiguous()) {
      transaction.close();
      throw UnstreamedNeededException.forMessages(xid);
    }
    return transaction;
  }

  @Override
  public void close() {
    byXid.values().forEach(UnfinishedTransaction::close);
    byXid.clear();
  }
}
