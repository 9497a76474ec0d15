package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Relation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The relations that the server has described on this connection. It describes each before its
 * first change, and anew after it was altered, also in the middle of a transaction.
 *
 * <p>A streamed transaction sees what was described inside of it before what was described outside:
 * it can have altered a relation that looks the same as ever to all others until it commits.
 */
final class RelationCache {

  private final Map<Integer, Relation> byOid = new HashMap<>();
  private final @Nullable RelationCache outside;
  private @Nullable Relation latest;

  RelationCache() {
    this(null);
  }

  private RelationCache(@Nullable RelationCache outside) {
    this.outside = outside;
  }

  /** What a transaction sees that may describe relations for itself. */
  RelationCache inside() {
    return new RelationCache(this);
  }

  /** Makes descriptions from inside of a transaction hold outside. */
  void publish(Set<Integer> oids) {
    RelationCache to = outside;
    if (to != null) {
      oids.forEach(oid -> to.put(get(oid)));
    }
  }

  /** The description, as it is whatever transaction it was sent in. */
  static Relation plain(Relation relation) {
    return relation.xid() == 0
        ? relation
        : new Relation(
            0,
            relation.oid(),
            relation.namespace(),
            relation.name(),
            relation.replicaIdentity(),
            relation.columns());
  }

  /** Keeps the known object when nothing has changed, so that what hangs on it stays valid. */
  void put(Relation relation) {
    Relation plain = plain(relation);
    Relation known = find(plain.oid());
    Relation kept = plain.equals(known) ? known : plain;
    byOid.put(plain.oid(), kept);
    latest = kept;
  }

  /** The relation with that oid; consecutive changes mostly have the same. */
  Relation get(int oid) {
    Relation known = latest;
    if (known == null || known.oid() != oid) {
      known = find(oid);
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

  private @Nullable Relation find(int oid) {
    Relation known = byOid.get(oid);
    return known == null && outside != null ? outside.find(oid) : known;
  }
}
