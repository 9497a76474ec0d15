package dev.walrelay.transaction;

import dev.walrelay.pgoutput.BeginPrepare;
import dev.walrelay.pgoutput.CommitPrepared;
import dev.walrelay.pgoutput.Delete;
import dev.walrelay.pgoutput.Insert;
import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.pgoutput.Truncate;
import dev.walrelay.pgoutput.Type;
import dev.walrelay.pgoutput.Update;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Two-phase commit: a transaction that is sent when it is prepared is kept until it ends. Each file
 * holds all that is needed to read it, since that may happen on another connection.
 */
final class PreparedTransactions implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 100;

  private final SpillDirectory directory;
  private final PreparedFiles files;
  private final RelationCache relations;
  private @Nullable UnfinishedTransaction open;
  private @Nullable Preparing preparing;
  private @Nullable Future<?> keeping;

  PreparedTransactions(SpillDirectory directory, RelationCache relations) {
    this.directory = directory;
    this.files = new PreparedFiles(directory);
    this.relations = relations;
  }

  private record Preparing(UnfinishedTransaction transaction, String gid) {}

  void begin(BeginPrepare begin) {
    open = new UnfinishedTransaction(begin.xid(), directory.spool(begin.xid()));
  }

  /** The transaction that has begun and was not prepared yet, or null. */
  @Nullable UnfinishedTransaction open() {
    return open;
  }

  void append(
      UnfinishedTransaction transaction, TransactionContent content, ByteBuffer bytes, Lsn lsn) {
    switch (content) {
      case Insert m -> describe(relations.changed(m.relationOid()), transaction);
      case Update m -> describe(relations.changed(m.relationOid()), transaction);
      case Delete m -> describe(relations.changed(m.relationOid()), transaction);
      case Truncate m ->
          m.relationOids().forEach(oid -> describe(relations.truncated(oid), transaction));
      case Relation m -> relations.put(m);
      case Message _, Type _ -> {}
    }
    transaction.append(content, bytes, lsn);
  }

  private void describe(Relation relation, UnfinishedTransaction transaction) {
    append(relation, transaction);
    relations.narrowLeaves(relation.oid()).forEach(leaf -> append(leaf, transaction));
  }

  private static void append(Relation relation, UnfinishedTransaction transaction) {
    if (!transaction.describes(relation.oid())) {
      transaction.append(relation, RelationBytes.of(relation), Lsn.ZERO);
    }
  }

  /** Has a transaction made durable by the next {@link #settle}. */
  void prepare(UnfinishedTransaction transaction, String gid) {
    open = null;
    preparing = new Preparing(transaction, gid);
  }

  boolean isSettled() {
    return preparing == null;
  }

  /** Makes it durable on another thread, since the disk may take long; true when that is done. */
  boolean settle() throws IOException, InterruptedException {
    if (preparing == null) {
      return true;
    }
    if (keeping == null) {
      keeping = keep(preparing);
    }
    try {
      keeping.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException e) {
      keeping = null;
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
    preparing.transaction().close();
    preparing = null;
    keeping = null;
    return true;
  }

  private Future<?> keep(Preparing prepared) {
    FutureTask<Path> kept =
        new FutureTask<>(() -> files.keep(prepared.transaction(), prepared.gid()));
    Thread.ofVirtual().name("walrelay-prepare").start(kept);
    return kept;
  }

  PreparedTransaction commit(CommitPrepared commit) {
    return files.commit(commit);
  }

  void rollBack(int xid) {
    files.rollBack(xid);
  }

  void forgetCommitted(Lsn stored) {
    files.forgetCommitted(stored);
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
    }
    if (preparing != null) {
      preparing.transaction().close();
    }
  }
}
