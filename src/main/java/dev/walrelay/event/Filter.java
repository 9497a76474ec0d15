package dev.walrelay.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which events a reader wants, by table, operation and message prefix, and by their content.
 * Immutable.
 *
 * <p>Where only tables are named there are rows only, where only prefixes are named there are
 * messages only; operations restrict both. Gaps of the stream itself always pass: a reader must
 * learn that something may be missing.
 */
public final class Filter {

  /** Lets everything pass. */
  public static final Filter ALL = new Filter(Interest.ALL, (bytes, start, end) -> true, List.of());

  private final Interest interest;
  private final Condition condition;
  private final List<Filter> bounds;

  private Filter(Interest interest, Condition condition, List<Filter> bounds) {
    this.interest = interest;
    this.condition = condition;
    this.bounds = bounds;
  }

  private Filter with(Interest other) {
    return new Filter(other, condition, bounds);
  }

  /**
   * This filter, with only rows of tables that one of the patterns names: {@code public.orders},
   * {@code public.*}, {@code *.audit_*}, or without a dot in any schema. An empty list names all.
   *
   * @throws IllegalArgumentException if a pattern is malformed; its message is for people
   */
  public Filter withTables(List<String> patterns) {
    return with(interest.withTables(patterns.stream().map(TablePattern::parse).toList()));
  }

  /**
   * This filter, with only these operations, each a value of the member {@code op}. An empty list
   * means all.
   *
   * @throws IllegalArgumentException if there is no such operation; its message is for people
   */
  public Filter withOps(List<String> names) {
    Set<Op> wanted = names.isEmpty() ? EnumSet.allOf(Op.class) : EnumSet.noneOf(Op.class);
    names.forEach(name -> wanted.add(op(name)));
    return with(interest.withOps(wanted));
  }

  /**
   * This filter, with only messages whose prefix one of the globs ({@code *}, {@code ?}) fits. An
   * empty list means all.
   *
   * @throws IllegalArgumentException if a pattern is empty; its message is for people
   */
  public Filter withPrefixes(List<String> globs) {
    if (globs.contains("")) {
      throw new IllegalArgumentException("it is empty; a prefix is written like orders or audit.*");
    }
    return with(interest.withPrefixes(globs.stream().map(Glob::of).toList()));
  }

  /** This filter, with only events that a condition accepts, asked for those selected by it. */
  public Filter withCondition(Condition wanted) {
    return new Filter(interest, wanted, bounds);
  }

  /**
   * Whether the conditions accept an event that {@link Selection#matches} has selected.
   *
   * @param bytes holds the event's JSON
   */
  public boolean accepts(Op op, byte[] bytes, int start, int end) {
    if (op == Op.GAP) {
      return true;
    }
    for (int i = 0; i < bounds.size(); i++) {
      if (!bounds.get(i).accepts(op, bytes, start, end)) {
        return false;
      }
    }
    return condition.test(bytes, start, end);
  }

  /** This filter, with only what another one selects too, whatever is asked of it later. */
  public Filter within(Filter bound) {
    List<Filter> all = new ArrayList<>(bounds);
    all.add(bound);
    return new Filter(interest.within(bound.interest), condition, List.copyOf(all));
  }

  /**
   * The first table that is named outright, without a wildcard, although {@link #within} rules it
   * out: whoever names it would wait for its events in vain.
   */
  public Optional<String> tableOutOfBounds() {
    return interest.tables().stream()
        .filter(table -> bounds.stream().anyMatch(bound -> !bound.interest.mayWant(table)))
        .map(TablePattern::toString)
        .findFirst();
  }

  /** The first prefix that is named outright although {@link #within} rules it out. */
  public Optional<String> prefixOutOfBounds() {
    return interest.prefixes().stream()
        .filter(Glob::isPlain)
        .map(Glob::toString)
        .filter(prefix -> bounds.stream().anyMatch(bound -> !bound.interest.wantsMessages(prefix)))
        .findFirst();
  }

  /** What an index can tell of it; whatever it does not select, this filter does not want. */
  public Interest interest() {
    return interest;
  }

  private static Op op(String name) {
    return Op.of(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is none of %s"
                        .formatted(
                            name,
                            Arrays.stream(Op.values())
                                .map(Op::text)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * Compiles this filter for the events of one block or batch.
   *
   * @param dictionary the subjects that its events refer to by index
   */
  public Selection select(List<Subject> dictionary) {
    int[] masks = new int[dictionary.size()];
    for (int i = 0; i < masks.length; i++) {
      masks[i] = interest.ops(dictionary.get(i));
    }
    return new Selection(masks);
  }

  /** A filter compiled for one dictionary of subjects: one look-up for an event. */
  public static final class Selection {

    private final int[] masks;

    private Selection(int[] masks) {
      this.masks = masks;
    }

    /**
     * Whether an event is wanted.
     *
     * @param subject the index of its subject in the dictionary
     * @param op its operation
     */
    public boolean matches(int subject, Op op) {
      return (masks[subject] & Interest.bit(op.code())) != 0;
    }
  }
}
