package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.misconfigured;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quoting for what cannot be a parameter: names, and the options of replication commands. */
final class Sql {

  /** A name, of which each part in double quotes is taken as it is but for doubled quotes. */
  private static final String NAME = "(?:[^\".]|\"(?:[^\"]|\"\")*+\")++";

  private static final Pattern QUALIFIED_NAME =
      Pattern.compile("(?:(" + NAME + ")\\.)?+(" + NAME + ")");

  private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"]|\"\")*+)\"");

  private Sql() {}

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /**
   * Quotes {@code schema.table} or {@code table}. What stands in double quotes in it is the name's
   * own, dots included, and a quote is written twice there (manual: Identifiers and Key Words);
   * letters are never folded.
   *
   * @throws ReplicationException if it has another form
   */
  static String qualifiedName(String text) {
    Matcher name = QUALIFIED_NAME.matcher(text.strip());
    if (!name.matches()) {
      throw notATable(text);
    }
    List<String> parts = new ArrayList<>();
    for (int part = 1; part <= 2; part++) {
      if (name.group(part) != null) {
        parts.add(identifier(unquoted(name.group(part), text)));
      }
    }
    return String.join(".", parts);
  }

  private static String unquoted(String name, String text) {
    String own =
        QUOTED
            .matcher(name)
            .replaceAll(quoted -> Matcher.quoteReplacement(quoted.group(1).replace("\"\"", "\"")));
    if (own.isEmpty() || own.indexOf('\0') >= 0) {
      throw notATable(text);
    }
    return own;
  }

  private static ReplicationException notATable(String text) {
    return misconfigured(
        ("walrelay.publication.tables has '%s', which is not the name of a table; write it like"
                + " public.orders or orders, and put a name that has dots or quotes itself in double"
                + " quotes, its own quotes doubled, like public.\"my.orders\"")
            .formatted(text));
  }
}
