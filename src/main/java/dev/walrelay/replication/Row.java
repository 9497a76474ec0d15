package dev.walrelay.replication;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a catalog, every column as text, since replication commands return nothing else.
 *
 * @param columns by name
 */
record Row(Map<String, @Nullable String> columns) {

  /**
   * All rows of a query.
   *
   * @param atMost how long it may take, in whole seconds; zero for as long as it likes
   */
  static List<Row> all(Connection connection, Duration atMost, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout((int) atMost.toSeconds());
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<Row> rows = new ArrayList<>();
        while (result.next()) {
          rows.add(of(result));
        }
        return rows;
      }
    }
  }

  private static Row of(ResultSet result) throws SQLException {
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
