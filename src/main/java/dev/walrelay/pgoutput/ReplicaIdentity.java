package dev.walrelay.pgoutput;

/** What a relation's old rows are identified by (manual: ALTER TABLE, REPLICA IDENTITY). */
public enum ReplicaIdentity {
  /** The primary key, if there is one. */
  DEFAULT,
  /** Nothing: the server sends no old rows, and refuses updates and deletes once published. */
  NOTHING,
  /** The whole old row. */
  FULL,
  /** The columns of an index. */
  INDEX
}
