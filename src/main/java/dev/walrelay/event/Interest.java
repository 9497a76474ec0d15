package dev.walrelay.event;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a {@link Filter} that an index decides: by table, operation and message prefix,
 * without a look at an event. Immutable, and equal where the same was asked for, so that what is
 * decided for one reader holds for all that want the same.
 */
public final class Interest {

  /** In everything. */
  public static final Interest ALL =
      new Interest(new Wanted(List.of(), EnumSet.allOf(Op.class), List.of(), List.of()));

  private static final int EVERYTHING = -1;

  private final Wanted wanted;
  private final int ops;
  private final int hash;

  private Interest(Wanted wanted) {
    this.wanted = wanted;
    this.ops = wanted.ops.stream().mapToInt(op -> bit(op.code())).reduce(0, (a, b) -> a | b);
    this.hash = wanted.hashCode();
  }

  private record Wanted(
      List<TablePattern> tables, Set<Op> ops, List<Glob> prefixes, List<Interest> bounds) {}

  Interest withTables(List<TablePattern> tables) {
    return new Interest(new Wanted(tables, wanted.ops, wanted.prefixes, wanted.bounds));
  }

  Interest withOps(Set<Op> wantedOps) {
    return new Interest(
        new Wanted(wanted.tables, EnumSet.copyOf(wantedOps), wanted.prefixes, wanted.bounds));
  }

  Interest withPrefixes(List<Glob> prefixes) {
    return new Interest(new Wanted(wanted.tables, wanted.ops, prefixes, wanted.bounds));
  }

  /** Only in what the other one is in too, whatever is asked of it later. */
  Interest within(Interest bound) {
    List<Interest> all = new ArrayList<>(wanted.bounds);
    all.add(bound);
    return new Interest(new Wanted(wanted.tables, wanted.ops, wanted.prefixes, List.copyOf(all)));
  }

  List<TablePattern> tables() {
    return wanted.tables;
  }

  List<Glob> prefixes() {
    return wanted.prefixes;
  }

  /** Whether it may be in a table that a pattern names. */
  boolean mayWant(TablePattern named) {
    return wanted.tables.isEmpty()
        ? wanted.prefixes.isEmpty()
        : wanted.tables.stream().anyMatch(pattern -> pattern.mayShareTables(named));
  }

  boolean wantsMessages(String prefix) {
    return wanted.prefixes.isEmpty()
        ? wanted.tables.isEmpty()
        : wanted.prefixes.stream().anyMatch(glob -> glob.matches(prefix));
  }

  private boolean wantsRows(Subject.Table table) {
    return wanted.tables.isEmpty()
        ? wanted.prefixes.isEmpty()
        : wanted.tables.stream().anyMatch(pattern -> pattern.matches(table));
  }

  /** The operations on a subject that are wanted, as {@link #bit}s. */
  public int ops(Subject subject) {
    int own =
        switch (subject) {
          case Subject.Table table -> wantsRows(table) ? ops : 0;
          case Subject.Prefix prefix -> wantsMessages(prefix.prefix()) ? ops : 0;
          case Subject.Stream _ -> EVERYTHING;
        };
    for (int i = 0; own != 0 && i < wanted.bounds.size(); i++) {
      own &= wanted.bounds.get(i).ops(subject);
    }
    return own;
  }

  /** An operation, by its {@link Op#code()}, in a set of them. */
  public static int bit(int opCode) {
    return 1 << opCode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Interest interest
        && hash == interest.hash
        && wanted.equals(interest.wanted);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
