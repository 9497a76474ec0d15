package dev.walrelay.event;

import java.util.ArrayList;
import java.util.List;

/**
 * Which tables: {@code schema.table} or a table of any schema, with {@code *} and {@code ?}. Names
 * are as events show them; in double quotes a dot, star or question mark is an ordinary character,
 * and a quote is written twice (manual: Identifiers and Key Words). Unquoted names are not folded
 * to lower case, since a reader copies them from events.
 *
 * @param named whether a schema is named, be it by a wildcard
 */
record TablePattern(Glob schema, Glob table, boolean named) {

  private static final Glob ANY = Glob.of("*");

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  static TablePattern parse(String text) {
    List<Glob> parts = new Parser(text).parts();
    return switch (parts.size()) {
      case 1 -> new TablePattern(ANY, parts.get(0), false);
      case 2 -> new TablePattern(parts.get(0), parts.get(1), true);
      default ->
          throw new IllegalArgumentException(
              "'%s' has more than one dot; put a name that has dots itself in double quotes, like \"my.schema\".orders"
                  .formatted(text));
    };
  }

  boolean matches(Subject.Table subject) {
    return schema.matches(subject.schema()) && table.matches(subject.table());
  }

  /**
   * Whether some table could fit both this pattern and the other, as far as the other's names are
   * plain; a wildcard in one of them may stand for anything.
   */
  boolean mayShareTables(TablePattern other) {
    return fits(schema, other.schema) && fits(table, other.table);
  }

  private static boolean fits(Glob pattern, Glob name) {
    return !name.isPlain() || pattern.matches(name.toString());
  }

  @Override
  public String toString() {
    return named ? schema + "." + table : table.toString();
  }

  private static final class Parser {

    private final String text;
    private final int[] characters;
    private int next;

    Parser(String text) {
      this.text = text;
      this.characters = text.codePoints().toArray();
    }

    List<Glob> parts() {
      List<Glob> parts = new ArrayList<>();
      parts.add(part());
      while (next < characters.length) {
        next++;
        parts.add(part());
      }
      return parts;
    }

    /** Reads up to the next dot outside of quotes. */
    private Glob part() {
      int start = next;
      Glob.Builder glob = new Glob.Builder(characters.length);
      while (next < characters.length && characters[next] != '.') {
        if (characters[next] == '"') {
          quotes(glob);
        } else {
          glob.unquoted(characters[next++]);
        }
      }
      if (next == start) {
        throw malformed("lacks a name before or behind the dot");
      }
      return glob.build();
    }

    private void quotes(Glob.Builder glob) {
      next++;
      while (true) {
        if (next == characters.length) {
          throw malformed("lacks a closing double quote");
        }
        int character = characters[next++];
        if (character == '"') {
          if (next == characters.length || characters[next] != '"') {
            return;
          }
          next++;
        }
        glob.quoted(character);
      }
    }

    private IllegalArgumentException malformed(String what) {
      return new IllegalArgumentException(
          text.isEmpty()
              ? "it is empty; a table is written like public.orders, public.* or orders"
              : "'%s' %s; a table is written like public.orders, public.* or orders"
                  .formatted(text, what));
    }
  }
}
