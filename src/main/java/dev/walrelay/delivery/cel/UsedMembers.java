package dev.walrelay.delivery.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an expression uses of an object: some members by name, and of those again some, or all that
 * there is in it. Immutable.
 */
final class UsedMembers {

  /** All that there is. */
  static final UsedMembers ALL = new UsedMembers(true, Map.of());

  private final boolean all;
  private final Map<String, UsedMembers> byName;
  private final byte[][] names;
  private final UsedMembers[] members;

  private UsedMembers(boolean all, Map<String, UsedMembers> byName) {
    this.all = all;
    this.byName = Map.copyOf(byName);
    List<String> some = List.copyOf(this.byName.keySet());
    names = some.stream().map(it -> it.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    members = some.stream().map(this.byName::get).toArray(UsedMembers[]::new);
  }

  /** What an expression uses of an event. */
  static UsedMembers of(CelAbstractSyntaxTree expression) {
    Builder event = new Builder();
    CelNavigableAst.fromAst(expression)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == Kind.IDENT)
        .forEach(node -> event.member(name(node)).use(node));
    return event.build();
  }

  /** With a dot in front it is the event's member whatever else has that name. */
  private static String name(CelNavigableExpr ident) {
    String name = ident.expr().ident().name();
    return name.startsWith(".") ? name.substring(1) : name;
  }

  /** Whether nothing of it can be left out. */
  boolean all() {
    return all;
  }

  /** What is used of a member of the event that the expression names. */
  UsedMembers ofEvent(String name) {
    return byName.getOrDefault(name, ALL);
  }

  /** What is used of a member, or null if it is not used at all. */
  @Nullable UsedMembers member(String name) {
    return all ? ALL : byName.get(name);
  }

  /** The same for a name in UTF-8. */
  @Nullable UsedMembers member(byte[] bytes, int start, int end) {
    if (all) {
      return ALL;
    }
    for (int i = 0; i < names.length; i++) {
      if (Arrays.equals(bytes, start, end, names[i], 0, names[i].length)) {
        return members[i];
      }
    }
    return null;
  }

  private static final class Builder {

    private final Map<String, Builder> members = new HashMap<>();
    private boolean all;

    Builder member(String name) {
      return members.computeIfAbsent(name, _ -> new Builder());
    }

    /** Goes from a value outwards, as long as a member is picked from it by name. */
    void use(CelNavigableExpr value) {
      CelExpr around = value.parent().map(CelNavigableExpr::expr).orElse(null);
      if (around == null) {
        all = true;
      } else if (around.getKind() == Kind.SELECT) {
        Builder picked = member(around.select().field());
        if (!around.select().testOnly()) {
          picked.use(value.parent().orElseThrow());
        }
      } else {
        Optional<String> picked = index(around, value);
        if (picked.isPresent()) {
          member(picked.get()).use(value.parent().orElseThrow());
        } else {
          all = true;
        }
      }
    }

    /** {@code value["name"]}. */
    private static Optional<String> index(CelExpr around, CelNavigableExpr value) {
      if (around.getKind() != Kind.CALL || !around.call().function().equals("_[_]")) {
        return Optional.empty();
      }
      List<CelExpr> operands = around.call().args();
      return operands.getFirst().id() == value.id()
              && operands.getLast().getKind() == Kind.CONSTANT
              && operands.getLast().constant().getKind() == CelConstant.Kind.STRING_VALUE
          ? Optional.of(operands.getLast().constant().stringValue())
          : Optional.empty();
    }

    UsedMembers build() {
      Map<String, UsedMembers> built = new HashMap<>();
      members.forEach((name, member) -> built.put(name, member.build()));
      return all ? ALL : new UsedMembers(false, built);
    }
  }
}
