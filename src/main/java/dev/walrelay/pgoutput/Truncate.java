package dev.walrelay.pgoutput;

import java.util.List;

/**
 * Relations were truncated, all by one command.
 *
 * @param xid the transaction within a stream block, else 0
 * @param cascade whether the command said {@code CASCADE}
 * @param restartIdentity whether the command said {@code RESTART IDENTITY}
 * @param relationOids the {@link Relation}s
 */
public record Truncate(
    int xid, boolean cascade, boolean restartIdentity, List<Integer> relationOids)
    implements TransactionContent {

  /** Takes a copy of the oids, so that a message never changes. */
  public Truncate {
    relationOids = List.copyOf(relationOids);
  }
}
