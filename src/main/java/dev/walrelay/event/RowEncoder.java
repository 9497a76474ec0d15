package dev.walrelay.event;

import dev.walrelay.pgoutput.Column;
import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.ReplicaIdentity;
import dev.walrelay.pgoutput.TupleData;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the members of an event that hold the row: {@code key} to {@code changed}. What is the
 * same for each row of a relation, its names and the choice of writers, is made once, when the
 * relation is first seen.
 */
final class RowEncoder {

  private static final byte[] KEY = JsonBytes.ascii(",\"key\":{");
  private static final byte[] OLD_KEY = JsonBytes.ascii(",\"old_key\":{");
  private static final byte[] BEFORE = JsonBytes.ascii(",\"before\":{");
  private static final byte[] AFTER = JsonBytes.ascii(",\"after\":{");
  private static final byte[] UNCHANGED = JsonBytes.ascii(",\"unchanged\":[");
  private static final byte[] CHANGED = JsonBytes.ascii(",\"changed\":[");

  private static final int[] NO_COLUMNS = {};

  private final byte[][] names;
  private final byte[][] quotedNames;
  private final ValueWriter[] writers;
  private final int[] all;
  private final Relation relation;
  private final Catalog catalog;
  private int @Nullable [] key;
  private final TupleColumns old;
  private final TupleColumns row;

  RowEncoder(Relation relation, TypeWriters types, Catalog catalog, MessageTuples tuples) {
    this.relation = relation;
    this.catalog = catalog;
    this.old = tuples.old();
    this.row = tuples.row();
    List<Column> columns = relation.columns();
    int count = columns.size();
    names = new byte[count][];
    quotedNames = new byte[count][];
    writers = new ValueWriter[count];
    all = new int[count];
    for (int i = 0; i < count; i++) {
      names[i] = JsonBytes.name(columns.get(i).name());
      quotedNames[i] = JsonBytes.quoted(columns.get(i).name());
      writers[i] = types.writer(columns.get(i).typeOid());
      all[i] = i;
    }
    key =
        relation.replicaIdentity() == ReplicaIdentity.FULL
            ? null
            : indexes(columns, columns.stream().filter(Column::key).toList());
  }

  /** The columns that identify a row; under FULL asked for at each row until there is an answer. */
  private int[] key() {
    int[] known = key;
    if (known == null) {
      Optional<List<String>> names = catalog.primaryKey(relation.oid());
      known = names.map(this::primaryKey).orElse(NO_COLUMNS);
      key = names.isPresent() ? known : null;
    }
    return known;
  }

  private int[] primaryKey(List<String> keyNames) {
    List<Column> columns = relation.columns();
    List<Column> found = columns.stream().filter(c -> keyNames.contains(c.name())).toList();
    // The catalog may be ahead of the stream, and half a key identifies nothing.
    return found.size() == keyNames.size() ? indexes(columns, found) : NO_COLUMNS;
  }

  private static int[] indexes(List<Column> columns, List<Column> some) {
    return some.stream().mapToInt(columns::indexOf).toArray();
  }

  /** A row that an update moves into what is published comes as an insert, with what was unsent. */
  void insert(TupleData newTuple, JsonBuffer out) {
    read(newTuple, row);
    writeKey(key(), row, out);
    writeObject(AFTER, all, row, out);
    writeUnchanged(out);
  }

  void delete(OldTuple oldTuple, JsonBuffer out) {
    readOld(oldTuple);
    writeKey(key(), old, out);
    if (oldTuple instanceof OldTuple.Full) {
      writeObject(BEFORE, all, old, out);
    }
  }

  void update(@Nullable OldTuple oldTuple, TupleData newTuple, JsonBuffer out) {
    readOld(oldTuple);
    read(newTuple, row);
    row.fillUnsent(old);
    int[] keyColumns = key();
    writeKey(keyColumns, row, out);
    writeOldKey(keyColumns, out);
    boolean whole = oldTuple instanceof OldTuple.Full;
    if (whole) {
      writeObject(BEFORE, all, old, out);
    }
    writeObject(AFTER, all, row, out);
    writeUnchanged(out);
    if (whole) {
      writeChanged(out);
    }
  }

  private void readOld(@Nullable OldTuple oldTuple) {
    switch (oldTuple) {
      case null -> old.clear();
      case OldTuple.Full(TupleData tuple) -> read(tuple, old);
      case OldTuple.Key(TupleData tuple) -> {
        read(tuple, old);
        old.forgetNulls();
      }
    }
  }

  private void read(TupleData tuple, TupleColumns columns) {
    if (tuple.columnCount() != all.length) {
      throw new IllegalStateException(
          "The server sent a row of "
              + tuple.columnCount()
              + " columns for a relation that it described with "
              + all.length
              + ", which breaks the protocol; nothing was skipped, and reading starts again at the"
              + " last stored position.");
    }
    columns.read(tuple);
  }

  private void writeKey(int[] columns, TupleColumns tuple, JsonBuffer out) {
    if (isKnown(columns, tuple)) {
      writeObject(KEY, columns, tuple, out);
    }
  }

  /** The server also sends a key that is the same, such as one that is stored out of line. */
  private void writeOldKey(int[] columns, JsonBuffer out) {
    if (isKnown(columns, old) && isKnown(columns, row) && !isSame(columns)) {
      writeObject(OLD_KEY, columns, old, out);
    }
  }

  /**
   * Whether a tuple tells the whole key, since half of it identifies nothing. No part of a key can
   * be null: where one is, it was not sent or the catalog is ahead.
   */
  private static boolean isKnown(int[] columns, TupleColumns tuple) {
    for (int column : columns) {
      if (!tuple.hasValue(column)) {
        return false;
      }
    }
    return columns.length > 0;
  }

  private boolean isSame(int[] columns) {
    for (int column : columns) {
      if (!row.sameValue(column, old)) {
        return false;
      }
    }
    return true;
  }

  private void writeObject(byte[] start, int[] columns, TupleColumns tuple, JsonBuffer out) {
    out.put(start);
    int empty = out.size();
    for (int column : columns) {
      if (tuple.isSent(column)) {
        separate(empty, out);
        out.put(names[column]);
        tuple.write(column, writers[column], out);
      }
    }
    out.put((byte) '}');
  }

  private void writeUnchanged(JsonBuffer out) {
    if (row.isAllSent()) {
      return;
    }
    out.put(UNCHANGED);
    int empty = out.size();
    for (int column : all) {
      if (!row.isSent(column)) {
        separate(empty, out);
        out.put(quotedNames[column]);
      }
    }
    out.put((byte) ']');
  }

  private void writeChanged(JsonBuffer out) {
    out.put(CHANGED);
    int empty = out.size();
    for (int column : all) {
      if (row.isSent(column) && !row.sameValue(column, old)) {
        separate(empty, out);
        out.put(quotedNames[column]);
      }
    }
    out.put((byte) ']');
  }

  private static void separate(int empty, JsonBuffer out) {
    if (out.size() > empty) {
      out.put((byte) ',');
    }
  }
}
