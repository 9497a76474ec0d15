package dev.walrelay.pgoutput;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A message as text, without what differs from one run to the next: positions, times, and the
 * numbers of transactions, relations and types.
 */
final class MessageText {

  private static final int FIRST_USER_OID = 16_384;

  private MessageText() {}

  static String of(PgOutputMessage message) {
    return switch (message) {
      case Begin _ -> "Begin";
      case Message m ->
          streamed(m.xid())
              + "Message %s %s %s".formatted(m.transactional(), m.prefix(), hex(m.content()));
      case Commit _ -> "Commit";
      case Origin m -> "Origin %s %s".formatted(m.name(), m.commitLsn());
      case Relation m ->
          streamed(m.xid())
              + "Relation %s.%s %s %s"
                  .formatted(m.namespace(), m.name(), m.replicaIdentity(), columns(m.columns()));
      case Type m -> streamed(m.xid()) + "Type %s.%s".formatted(m.namespace(), m.name());
      case Insert m -> streamed(m.xid()) + "Insert " + tuple(m.newTuple());
      case Update m ->
          streamed(m.xid())
              + "Update "
              + (m.oldTuple() == null ? "" : oldTuple(m.oldTuple()) + " to ")
              + tuple(m.newTuple());
      case Delete m -> streamed(m.xid()) + "Delete " + oldTuple(m.oldTuple());
      case Truncate m ->
          streamed(m.xid())
              + "Truncate of %d, cascade %s, restart identity %s"
                  .formatted(m.relationOids().size(), m.cascade(), m.restartIdentity());
      case StreamStart m -> "StreamStart " + m.firstSegment();
      case StreamStop _ -> "StreamStop";
      case StreamCommit _ -> "StreamCommit";
      case StreamAbort m -> "StreamAbort" + (m.abortTime() == 0 ? "" : " with time");
      case BeginPrepare m -> "BeginPrepare " + m.gid();
      case Prepare m -> "Prepare " + m.gid();
      case CommitPrepared m -> "CommitPrepared " + m.gid();
      case RollbackPrepared m -> "RollbackPrepared " + m.gid();
      case StreamPrepare m -> "StreamPrepare " + m.gid();
    };
  }

  private static String streamed(int xid) {
    return xid == 0 ? "" : "streamed ";
  }

  private static String columns(List<Column> columns) {
    return columns.stream().map(MessageText::column).toList().toString();
  }

  private static String column(Column column) {
    return "%s%s %s %d"
        .formatted(
            column.key() ? "*" : "",
            column.name(),
            column.typeOid() < FIRST_USER_OID ? column.typeOid() : "own",
            column.typeModifier());
  }

  private static String oldTuple(OldTuple tuple) {
    return switch (tuple) {
      case OldTuple.Key key -> "key " + tuple(key.tuple());
      case OldTuple.Full full -> "row " + tuple(full.tuple());
    };
  }

  /** A tuple's columns, such as {@code [1, (null)]}. */
  static String tuple(TupleData tuple) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < tuple.columnCount(); i++) {
      columns.add(column(tuple.column(i)));
    }
    return columns.toString();
  }

  private static String column(ColumnValue value) {
    return switch (value) {
      case ColumnValue.Null _ -> "(null)";
      case ColumnValue.Unchanged _ -> "(unchanged)";
      case ColumnValue.Text text -> text.bytes().utf8();
      case ColumnValue.Binary binary -> hex(binary.bytes());
    };
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
