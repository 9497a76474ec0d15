package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Relation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The relations that the server has described on this connection. It describes each before its
 * first change, and anew after it was altered, also in the middle of a transaction.
 */
final class RelationCache {

  private final Map<Integer, Relation> byOid = new HashMap<>();
  private @Nullable Relation latest;

  /** Keeps the known object when nothing has changed, so that what hangs on it stays valid. */
  void put(Relation relation) {
    if (!relation.equals(byOid.get(relation.oid()))) {
      byOid.put(relation.oid(), relation);
      latest = relation;
    }
  }

  /** The relation with that oid; consecutive changes mostly have the same. */
  Relation get(int oid) {
    Relation known = latest;
    if (known == null || known.oid() != oid) {
      known = byOid.get(oid);
      if (known == null) {
        throw new IllegalStateException(
            "The server sent a change of the relation with oid "
                + Integer.toUnsignedString(oid)
                + " without having described it, which breaks the protocol; nothing was skipped, and"
                + " reading starts again at the last stored position.");
      }
      latest = known;
    }
    return known;
  }
}
