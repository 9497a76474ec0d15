package dev.walrelay.replication;

import java.util.ArrayList;
import java.util.List;

/** Quoting for what cannot be a parameter: names, and the options of replication commands. */
final class Sql {

  private Sql() {}

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /** Quotes {@code schema.table}; dots and letters inside double quotes are the name's own. */
  static String qualifiedName(String name) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (char c : name.strip().toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '.' && !quoted) {
        parts.add(identifier(part.toString()));
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(identifier(part.toString()));
    return String.join(".", parts);
  }
}
