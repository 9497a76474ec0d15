package dev.walrelay.transaction;

import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.TupleData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The relations that the server has described on this connection. It describes each before its
 * first change, and anew after it was altered, also in the middle of a transaction.
 *
 * <p>A streamed transaction sees what was described inside of it before what was described outside:
 * it can have altered a relation that looks the same as ever to all others until it commits.
 *
 * <p>Where a partition's changes are published as its root's, it describes the root and behind it
 * the partition, and then comes the change, of the root: that is how partitions are known here.
 */
final class RelationCache {

  private final Map<Integer, Relation> byOid = new HashMap<>();
  private final @Nullable RelationCache outside;
  private final NarrowLeaves narrowLeaves = new NarrowLeaves();
  private final Map<Integer, Integer> rootOf = new HashMap<>();

  /** What was described since the last change. */
  private final List<Relation> described = new ArrayList<>(2);

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
      oids.forEach(oid -> to.keep(get(oid)));
      rootOf.forEach(
          (leaf, root) -> {
            if (oids.contains(leaf)) {
              to.putLeaf(get(root), get(leaf));
            }
          });
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

  /** Takes a description that the server sent. */
  void put(Relation relation) {
    described.add(keep(relation));
  }

  /** Keeps the known object when nothing has changed, so that what hangs on it stays valid. */
  private Relation keep(Relation relation) {
    Relation plain = plain(relation);
    Relation known = find(plain.oid());
    Relation kept = known != null && known.equals(plain) ? known : plain;
    byOid.put(plain.oid(), kept);
    latest = kept;
    return kept;
  }

  /** The relation of a change of rows. */
  Relation changed(int oid) {
    Relation relation = get(oid);
    if (!described.isEmpty()) {
      for (Relation before : described) {
        if (before.oid() != oid) {
          putLeaf(relation, before);
        }
      }
      described.clear();
    }
    return relation;
  }

  /** The relation of a truncate, which describes each of its own. */
  Relation truncated(int oid) {
    described.clear();
    return get(oid);
  }

  private void putLeaf(Relation root, Relation leaf) {
    rootOf.put(leaf.oid(), root.oid());
    narrowLeaves.put(root, leaf);
  }

  /** The partitions of a root whose old rows are less than whole. */
  Collection<Relation> narrowLeaves(int rootOid) {
    return narrowLeaves.of(rootOid);
  }

  /** An old row as what it is for certain: no more than a key, if that may be all of it. */
  OldTuple certain(Relation relation, OldTuple old) {
    return old instanceof OldTuple.Full(TupleData tuple) && mayBeNarrow(relation, tuple)
        ? new OldTuple.Key(tuple)
        : old;
  }

  private boolean mayBeNarrow(Relation relation, TupleData tuple) {
    return narrowLeaves.mayHaveLogged(relation, tuple)
        || (outside != null && outside.mayBeNarrow(relation, tuple));
  }

  /** The relation with that oid; consecutive changes mostly have the same. */
  private Relation get(int oid) {
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
