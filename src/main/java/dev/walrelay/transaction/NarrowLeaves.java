package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Column;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.ReplicaIdentity;
import dev.walrelay.pgoutput.TupleData;
import dev.walrelay.pgoutput.TupleReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Leaf partitions whose rows are published as their root's, and whose replica identity is not FULL.
 * What is logged of an old row is the leaf's identity, while the server marks it by the root's: as
 * the whole row if that is FULL. What was not logged is null in there, like a null that was.
 */
final class NarrowLeaves {

  private final Map<Integer, Root> byRoot = new HashMap<>();

  private static final class Root {

    private final Map<Integer, Relation> leaves = new HashMap<>();

    /** The columns that the leaves identify their rows by; many leaves mostly agree in them. */
    private Set<Set<String>> identities = Set.of();
  }

  /** Takes note of a leaf as it is described now. */
  void put(Relation root, Relation leaf) {
    boolean whole = leaf.replicaIdentity() == ReplicaIdentity.FULL;
    if (whole && !byRoot.containsKey(root.oid())) {
      return;
    }
    Root known = byRoot.computeIfAbsent(root.oid(), _ -> new Root());
    if (whole) {
      known.leaves.remove(leaf.oid());
    } else {
      known.leaves.put(leaf.oid(), leaf);
    }
    known.identities =
        known.leaves.values().stream().map(it -> identity(root, it)).collect(Collectors.toSet());
  }

  /** With a column list the server may describe other columns of a leaf than those it sends. */
  private static Set<String> identity(Relation root, Relation leaf) {
    Set<String> all = names(root.columns());
    return names(leaf.columns()).equals(all)
        ? names(leaf.columns().stream().filter(Column::key).toList())
        : all;
  }

  private static Set<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.toSet());
  }

  /** Those of a root. */
  Collection<Relation> of(int rootOid) {
    Root root = byRoot.get(rootOid);
    return root == null ? List.of() : root.leaves.values();
  }

  /** Whether an old row may be of one of them, so that its nulls may just not have been logged. */
  boolean mayHaveLogged(Relation root, TupleData oldRow) {
    Root known = byRoot.get(root.oid());
    if (known != null) {
      for (Set<String> identity : known.identities) {
        if (hasNoMoreThan(identity, root, oldRow)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasNoMoreThan(Set<String> identity, Relation root, TupleData oldRow) {
    TupleReader reader = new TupleReader();
    reader.reset(oldRow);
    boolean nulls = false;
    for (Column column : root.columns()) {
      if (reader.next() && reader.kind() != TupleReader.NULL) {
        if (!identity.contains(column.name())) {
          return false;
        }
      } else {
        nulls = true;
      }
    }
    return nulls;
  }
}
