package dev.walrelay.pgoutput;

import java.util.List;

/**
 * Describes a relation, before the first change to it and again after it has changed.
 *
 * @param xid the transaction within a stream block, else 0
 * @param oid what changes name the relation by
 * @param namespace its schema; {@code pg_catalog} travels as an empty string
 * @param name its name
 * @param replicaIdentity what the server sends of old rows
 * @param columns its published columns, in the order of every tuple
 */
public record Relation(
    int xid,
    int oid,
    String namespace,
    String name,
    ReplicaIdentity replicaIdentity,
    List<Column> columns)
    implements TransactionContent {

  /** Takes a copy of the columns, so that a relation never changes. */
  public Relation {
    columns = List.copyOf(columns);
  }
}
