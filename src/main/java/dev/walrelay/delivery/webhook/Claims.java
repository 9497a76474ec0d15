package dev.walrelay.delivery.webhook;

import java.util.HashSet;
import java.util.Set;

/**
 * What a delivery must not overtake under {@code key} ordering, as hashes: of rows, messages'
 * prefixes and tables. Two that have the same hash by chance only wait for one another.
 *
 * @param exclusive what only one delivery may be about at a time
 * @param shared what many may, but not beside one that claims it exclusively: the tables of rows
 * @param everything whether it is about all there is
 */
record Claims(Set<Long> exclusive, Set<Long> shared, boolean everything) {

  /** A barrier: nothing overtakes it and it overtakes nothing. */
  static final Claims EVERYTHING = new Claims(Set.of(), Set.of(), true);

  /** The claims of all that came before and is not finished. */
  static final class Taken {

    private final Set<Long> exclusive = new HashSet<>();
    private final Set<Long> shared = new HashSet<>();
    private boolean everything;
    private boolean anything;

    void add(Claims claims) {
      exclusive.addAll(claims.exclusive);
      shared.addAll(claims.shared);
      everything |= claims.everything;
      anything = true;
    }

    boolean conflictsWith(Claims claims) {
      return everything
          || (claims.everything && anything)
          || meet(claims.exclusive, exclusive)
          || meet(claims.exclusive, shared)
          || meet(claims.shared, exclusive);
    }

    private static boolean meet(Set<Long> some, Set<Long> others) {
      for (Long one : some) {
        if (others.contains(one)) {
          return true;
        }
      }
      return false;
    }
  }
}
