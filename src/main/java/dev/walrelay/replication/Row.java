package dev.walrelay.replication;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a catalog, every column as text, since replication commands return nothing else.
 *
 * @param columns by name
 */
record Row(Map<String, @Nullable String> columns) {

  static Row of(ResultSet result) throws SQLException {
    Map<String, @Nullable String> columns = new LinkedHashMap<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      columns.put(result.getMetaData().getColumnLabel(i), result.getString(i));
    }
    return new Row(columns);
  }

  /** A column that can be null. */
  @Nullable String find(String column) {
    return columns.get(column);
  }

  /** A column that the query never leaves null. */
  String get(String column) {
    String value = columns.get(column);
    if (value == null) {
      throw new IllegalStateException("the server returned no " + column);
    }
    return value;
  }

  boolean is(String column) {
    return "t".equals(columns.get(column));
  }
}
