package dev.walrelay.pgoutput;

/**
 * A message of the <code>pgoutput</code> plugin. The records are named, and their components named
 * and ordered, as in the manual (Logical Replication Message Formats); bytes that carry no choice
 * (tags, unused flags, counts) are checked and left out.
 *
 * <p>Transaction ids and oids are unsigned 32-bit numbers in an {@code int}; times are microseconds
 * since 2000-01-01T00:00Z, see {@link dev.walrelay.wal.PostgresTime}. A message's own {@code xid}
 * is that of the (sub)transaction within a stream block, and 0 elsewhere. Of a transaction that was
 * itself replicated, the server knows only the time that its origin gave, which is 0 if it gave
 * none.
 *
 * <p>Tuples and contents are views of the array that the message was decoded from, and valid for as
 * long as its owner leaves that array alone; everything else is copied.
 */
public sealed interface PgOutputMessage
    permits TransactionContent,
        Begin,
        Commit,
        Origin,
        StreamStart,
        StreamStop,
        StreamCommit,
        StreamAbort,
        BeginPrepare,
        Prepare,
        CommitPrepared,
        RollbackPrepared,
        StreamPrepare {}
