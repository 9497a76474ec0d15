package dev.walrelay.event;

import java.util.List;
import java.util.Optional;

/**
 * What the stream itself does not tell. The answers may be ahead of the stream, and asking must
 * never hold it up for long: an answer that can't be had at present is empty, and asked for again
 * at the next value that needs it.
 */
public interface Catalog {

  /**
   * The names of the columns of a table's primary key, without those that its index merely
   * includes; none if it has none. Needed under {@code REPLICA IDENTITY FULL} alone, where the
   * stream flags every column as part of the identity.
   */
  Optional<List<String>> primaryKey(int relationOid);

  /** What a type is made up of. Asked for types that are not built in alone. */
  Optional<PgType> type(int oid);
}
