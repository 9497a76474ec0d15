package dev.walrelay.event;

import java.util.List;

/**
 * Names the primary key of a table. Needed under {@code REPLICA IDENTITY FULL} alone, where the
 * stream flags every column as part of the identity.
 */
@FunctionalInterface
public interface PrimaryKeys {

  /** The names of the primary key's columns; empty if there is none or it can't be had. */
  List<String> columnsOf(int relationOid);
}
