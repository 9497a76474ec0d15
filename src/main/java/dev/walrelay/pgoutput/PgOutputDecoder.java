package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the messages of one replication connection, in their order: whether a message carries a
 * transaction id depends on whether it stands in a stream block. Not thread-safe.
 *
 * <p>Each reading method below names a message's fields in the order of the wire (manual: Logical
 * Replication Message Formats), since Java evaluates arguments from left to right.
 */
public final class PgOutputDecoder {

  private static final int TRUNCATE_CASCADE = 1;
  private static final int TRUNCATE_RESTART_IDENTITY = 2;

  /** Flags, an empty name's zero byte, type and type modifier. */
  private static final int SMALLEST_COLUMN = 1 + 1 + 4 + 4;

  private final boolean parallelStreaming;
  private final MessageCursor in = new MessageCursor();
  private boolean inStream;

  /**
   * A decoder that stands outside of any stream block.
   *
   * @param parallelStreaming whether the connection asked for {@code streaming 'parallel'}, which
   *     adds two fields to {@link StreamAbort}
   */
  public PgOutputDecoder(boolean parallelStreaming) {
    this.parallelStreaming = parallelStreaming;
  }

  /** Forgets an open stream block, for the messages of a new connection. */
  public void reset() {
    inStream = false;
  }

  /**
   * Decodes one message, which must take up exactly that part of the buffer. Tuples and contents
   * are views of the buffer, valid for as long as the caller leaves it alone.
   *
   * @throws PgOutputException if the bytes are not such a message, or it may not stand here; the
   *     decoder is as before, but a stream with such a message cannot be trusted
   * @throws IndexOutOfBoundsException if the buffer has no such part
   */
  public PgOutputMessage decode(byte[] buffer, int offset, int length) {
    in.reset(buffer, offset, length);
    PgOutputMessage message = read(in.int8());
    in.expectEnd();
    if (message instanceof StreamStart) {
      inStream = true;
    } else if (message instanceof StreamStop) {
      inStream = false;
    }
    return message;
  }

  private PgOutputMessage read(byte tag) {
    return switch (tag) {
      case 'B' -> begin(outside("Begin"));
      case 'M' -> message(anywhere("Message"));
      case 'C' -> commit(outside("Commit"));
      case 'O' -> origin(anywhere("Origin"));
      case 'R' -> relation(anywhere("Relation"));
      case 'Y' -> type(anywhere("Type"));
      case 'I' -> insert(anywhere("Insert"));
      case 'U' -> update(anywhere("Update"));
      case 'D' -> delete(anywhere("Delete"));
      case 'T' -> truncate(anywhere("Truncate"));
      case 'S' -> streamStart(outside("Stream Start"));
      case 'E' -> streamStop();
      case 'c' -> streamCommit(outside("Stream Commit"));
      case 'A' -> streamAbort(outside("Stream Abort"));
      case 'b' -> beginPrepare(outside("Begin Prepare"));
      case 'P' -> prepare(outside("Prepare"));
      case 'K' -> commitPrepared(outside("Commit Prepared"));
      case 'r' -> rollbackPrepared(outside("Rollback Prepared"));
      case 'p' -> streamPrepare(outside("Stream Prepare"));
      default -> throw in.unexpected("tag", tag, "one of protocol versions 1 to 4");
    };
  }

  private MessageCursor anywhere(String name) {
    return in.named(name);
  }

  private MessageCursor outside(String name) {
    in.named(name);
    if (inStream) {
      throw in.misplaced("it stands inside a stream block");
    }
    return in;
  }

  private static Begin begin(MessageCursor in) {
    return new Begin(in.lsn(), in.int64(), in.int32());
  }

  private Message message(MessageCursor in) {
    return new Message(xid(in), in.flag(), in.lsn(), in.string(), in.bytes());
  }

  private static Commit commit(MessageCursor in) {
    noFlags(in);
    return new Commit(in.lsn(), in.lsn(), in.int64());
  }

  private static Origin origin(MessageCursor in) {
    return new Origin(in.lsn(), in.string());
  }

  private Relation relation(MessageCursor in) {
    return new Relation(
        xid(in), in.int32(), in.namespace(), in.string(), replicaIdentity(in), columns(in));
  }

  private static ReplicaIdentity replicaIdentity(MessageCursor in) {
    byte setting = in.int8();
    return switch (setting) {
      case 'd' -> ReplicaIdentity.DEFAULT;
      case 'n' -> ReplicaIdentity.NOTHING;
      case 'f' -> ReplicaIdentity.FULL;
      case 'i' -> ReplicaIdentity.INDEX;
      default -> throw in.unexpected("replica identity", setting, "'d', 'n', 'f' or 'i'");
    };
  }

  private static List<Column> columns(MessageCursor in) {
    int count = in.count16("columns", SMALLEST_COLUMN);
    List<Column> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      columns.add(new Column(in.flag(), in.string(), in.int32(), in.int32()));
    }
    return columns;
  }

  private Type type(MessageCursor in) {
    return new Type(xid(in), in.int32(), in.namespace(), in.string());
  }

  private Insert insert(MessageCursor in) {
    return new Insert(xid(in), in.int32(), newTuple(in, in.int8()));
  }

  private Update update(MessageCursor in) {
    int xid = xid(in);
    int relationOid = in.int32();
    byte part = in.int8();
    @Nullable OldTuple oldTuple = null;
    if (part != 'N') {
      oldTuple = oldTuple(in, part, "'K', 'O' or 'N'");
      part = in.int8();
    }
    return new Update(xid, relationOid, oldTuple, newTuple(in, part));
  }

  private Delete delete(MessageCursor in) {
    return new Delete(xid(in), in.int32(), oldTuple(in, in.int8(), "'K' or 'O'"));
  }

  private static TupleData newTuple(MessageCursor in, byte part) {
    if (part != 'N') {
      throw in.unexpected("tuple's part", part, "'N'");
    }
    return TupleData.read(in);
  }

  private static OldTuple oldTuple(MessageCursor in, byte part, String expected) {
    return switch (part) {
      case 'K' -> new OldTuple.Key(TupleData.read(in));
      case 'O' -> new OldTuple.Full(TupleData.read(in));
      default -> throw in.unexpected("tuple's part", part, expected);
    };
  }

  private Truncate truncate(MessageCursor in) {
    int xid = xid(in);
    int count = in.count32("relations", Integer.BYTES);
    int options = in.flags(TRUNCATE_CASCADE | TRUNCATE_RESTART_IDENTITY);
    List<Integer> relationOids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      relationOids.add(in.int32());
    }
    return new Truncate(
        xid,
        (options & TRUNCATE_CASCADE) != 0,
        (options & TRUNCATE_RESTART_IDENTITY) != 0,
        relationOids);
  }

  private static StreamStart streamStart(MessageCursor in) {
    return new StreamStart(in.int32(), in.flag());
  }

  private StreamStop streamStop() {
    in.named("Stream Stop");
    if (!inStream) {
      throw in.misplaced("it stands outside of a stream block");
    }
    return new StreamStop();
  }

  private static StreamCommit streamCommit(MessageCursor in) {
    int xid = in.int32();
    noFlags(in);
    return new StreamCommit(xid, in.lsn(), in.lsn(), in.int64());
  }

  private StreamAbort streamAbort(MessageCursor in) {
    return parallelStreaming
        ? new StreamAbort(in.int32(), in.int32(), in.lsn(), in.int64())
        : new StreamAbort(in.int32(), in.int32(), Lsn.ZERO, 0);
  }

  private static BeginPrepare beginPrepare(MessageCursor in) {
    return new BeginPrepare(in.lsn(), in.lsn(), in.int64(), in.int32(), in.string());
  }

  private static Prepare prepare(MessageCursor in) {
    noFlags(in);
    return new Prepare(in.lsn(), in.lsn(), in.int64(), in.int32(), in.string());
  }

  private static CommitPrepared commitPrepared(MessageCursor in) {
    noFlags(in);
    return new CommitPrepared(in.lsn(), in.lsn(), in.int64(), in.int32(), in.string());
  }

  private static RollbackPrepared rollbackPrepared(MessageCursor in) {
    noFlags(in);
    return new RollbackPrepared(
        in.lsn(), in.lsn(), in.int64(), in.int64(), in.int32(), in.string());
  }

  private static StreamPrepare streamPrepare(MessageCursor in) {
    noFlags(in);
    return new StreamPrepare(in.lsn(), in.lsn(), in.int64(), in.int32(), in.string());
  }

  /** The byte that the protocol keeps for later. */
  private static void noFlags(MessageCursor in) {
    in.flags(0);
  }

  /** Only within a stream block do messages say which transaction they belong to. */
  private int xid(MessageCursor in) {
    return inStream ? in.int32() : 0;
  }
}
