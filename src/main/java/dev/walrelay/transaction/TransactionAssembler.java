package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Begin;
import dev.walrelay.pgoutput.BeginPrepare;
import dev.walrelay.pgoutput.Commit;
import dev.walrelay.pgoutput.CommitPrepared;
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
import dev.walrelay.pgoutput.TransactionContent;
import dev.walrelay.wal.Lsn;
import dev.walrelay.wal.PostgresTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives each change its transaction, its relation and its ordinal. One for each connection, since
 * the server describes relations once a connection; used by one thread.
 *
 * <p>A transaction that the server sends after its commit passes through without being held back or
 * taking memory. One that is streamed or prepared is kept until its end, in memory or on disk;
 * {@link #replay} then gives it out.
 */
public final class TransactionAssembler implements AutoCloseable {

  private static final long RETRY_MILLIS = 100;

  private final SpillDirectory spill;
  private final boolean streaming;
  private final RelationCache relations = new RelationCache();
  private final StreamedTransactions streamed;
  private final PreparedTransactions prepared;
  private @Nullable CommittedChanges current;
  private @Nullable Replay replay;
  private @Nullable String problem;

  /**
   * An assembler for a new connection; what is prepared is there already.
   *
   * @param streaming whether the server may stream transactions
   */
  public TransactionAssembler(SpillDirectory spill, boolean streaming) {
    this.spill = spill;
    this.streaming = streaming;
    this.streamed = new StreamedTransactions(spill);
    this.prepared = new PreparedTransactions(spill, relations);
  }

  /**
   * Takes the next message and passes on what it means, if anything. {@link #settle} and, while
   * {@link #isReplaying}, {@link #replay} come before the next.
   *
   * @param bytes what the message was decoded from, on the heap; copied if it is kept
   * @param lsn the WAL position that came with the message
   * @throws IllegalStateException if the message can't come here by the protocol
   * @throws UnstreamedNeededException if transactions must be read again unstreamed
   * @throws PreparedTransactionLostException if a transaction has committed that was prepared and
   *     is not there
   */
  public void accept(
      PgOutputMessage message, ByteBuffer bytes, Lsn lsn, Consumer<? super Change> changes) {
    switch (message) {
      case TransactionContent m -> content(m, bytes, lsn, changes);
      case Begin m -> begin(m);
      case Commit m -> commit(m, changes);
      case Origin m -> replicated(m);
      case StreamStart m -> streamed.startBlock(m, bytes, lsn);
      case StreamStop m -> streamed.stopBlock(m, bytes, lsn);
      case StreamAbort m -> streamed.abort(m);
      case StreamCommit m -> streamCommit(m);
      case BeginPrepare m -> beginPrepare(m);
      case Prepare m -> prepare(m);
      case StreamPrepare m -> prepared.prepare(streamed.end(m.xid(), m), m.gid());
      case CommitPrepared m -> commitPrepared(m);
      case RollbackPrepared m -> prepared.rollBack(m.xid());
    }
  }

  /** Whether what was given out or kept last is not at its transaction's end yet. */
  public boolean isOpen() {
    return current != null || replay != null || prepared.open() != null || !prepared.isSettled();
  }

  /** Whether a kept transaction has committed and was not yet given out to its end. */
  public boolean isReplaying() {
    return replay != null;
  }

  /** Gives out the next message of that transaction; no other message is to be taken before. */
  public void replay(Consumer<? super Change> changes) {
    if (replay != null && !replay.next(changes)) {
      replay.close();
      replay = null;
    }
  }

  /**
   * Puts to disk what must be there. Until that is done, no other message is to be taken.
   *
   * @return whether it is done; if not, within about a tenth of a second, it is to be tried again
   */
  public boolean settle() throws InterruptedException {
    UnfinishedTransaction inBlock = streamed.inBlock();
    try {
      if (!prepared.settle()) {
        return false;
      }
      if (inBlock != null && inBlock.spool().isDue()) {
        inBlock.spool().spill();
      }
      if (spill.isOverLimit()) {
        spillLargest();
      }
      problem = null;
      return true;
    } catch (IOException e) {
      problem = spill.problem(e);
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      return false;
    }
  }

  /** A sentence for people that says why {@link #settle} has failed, or null if it has not. */
  public @Nullable String problem() {
    return problem;
  }

  private void spillLargest() throws IOException {
    Stream<UnfinishedTransaction> kept =
        Stream.concat(streamed.all().stream(), Stream.ofNullable(prepared.open()));
    List<Spool> largestFirst =
        kept.map(UnfinishedTransaction::spool)
            .sorted(Comparator.comparingLong(Spool::inMemory).reversed())
            .toList();
    for (Spool spool : largestFirst) {
      spool.spill();
      if (!spill.isOverLimit()) {
        return;
      }
    }
  }

  /** Removes prepared transactions whose events are on disk, as all before that position is. */
  public void stored(Lsn position) {
    prepared.forgetCommitted(position);
  }

  private void content(
      TransactionContent content, ByteBuffer bytes, Lsn lsn, Consumer<? super Change> changes) {
    UnfinishedTransaction inBlock = streamed.inBlock();
    UnfinishedTransaction preparing = prepared.open();
    if (content instanceof Message message && !message.transactional()) {
      changes.accept(new Change.EmittedOutside(message));
    } else if (inBlock != null) {
      streamed.append(inBlock, content, bytes, lsn);
    } else {
      if (content instanceof Relation relation) {
        streamed.outdate(relation, null);
      }
      if (preparing != null) {
        prepared.append(preparing, content, bytes, lsn);
      } else {
        current(content).accept(content, lsn, changes);
      }
    }
  }

  private CommittedChanges current(PgOutputMessage message) {
    if (current == null) {
      throw ProtocolError.unexpected(message, "outside of a transaction");
    }
    return current;
  }

  private void requireNone(PgOutputMessage message) {
    if (current != null || prepared.open() != null) {
      throw ProtocolError.unexpected(message, "inside of a transaction");
    }
  }

  private void begin(Begin begin) {
    requireNone(begin);
    current =
        new CommittedChanges(
            transaction(begin.finalLsn(), begin.commitTime(), begin.xid(), null), relations);
  }

  private void commit(Commit commit, Consumer<? super Change> changes) {
    Transaction ended = current(commit).transaction();
    current = null;
    changes.accept(new Change.Committed(ended, commit.endLsn()));
  }

  private void replicated(Origin origin) {
    if (streaming) {
      throw UnstreamedNeededException.forOrigins();
    }
    UnfinishedTransaction preparing = prepared.open();
    if (preparing != null) {
      preparing.replicatedFrom(origin.name());
    } else {
      current(origin).replicatedFrom(origin.name());
    }
  }

  private void streamCommit(StreamCommit commit) {
    UnfinishedTransaction ended = streamed.end(commit.xid(), commit);
    replay =
        new Replay(
            ended,
            transaction(commit.commitLsn(), commit.commitTime(), commit.xid(), ended.origin()),
            commit.endLsn(),
            relations.inside(),
            ended.described());
  }

  private void beginPrepare(BeginPrepare begin) {
    requireNone(begin);
    prepared.begin(begin);
  }

  private void prepare(Prepare prepare) {
    UnfinishedTransaction open = prepared.open();
    if (open == null || open.xid() != prepare.xid()) {
      throw ProtocolError.unexpected(prepare, "of a transaction that has not begun");
    }
    prepared.prepare(open, prepare.gid());
  }

  private void commitPrepared(CommitPrepared commit) {
    requireNone(commit);
    PreparedTransaction ended = prepared.commit(commit);
    replay =
        new Replay(
            ended,
            transaction(commit.commitLsn(), commit.commitTime(), commit.xid(), ended.origin()),
            commit.endLsn(),
            relations.inside(),
            Set.of());
  }

  private static Transaction transaction(
      Lsn commitLsn, long commitTime, int xid, @Nullable String origin) {
    return new Transaction(commitLsn, PostgresTime.toUnixMicros(commitTime), xid, origin);
  }

  /** Discards what has not ended, but not what is prepared. */
  @Override
  public void close() {
    streamed.close();
    prepared.close();
    if (replay != null) {
      replay.close();
    }
  }
}
