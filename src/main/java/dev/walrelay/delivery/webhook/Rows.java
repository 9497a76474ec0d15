package dev.walrelay.delivery.webhook;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements with their parameters in order. */
final class Rows {

  private Rows() {}

  /** Makes a value of the current row. */
  @FunctionalInterface
  interface Mapper<T> {

    T map(ResultSet row) throws SQLException;
  }

  static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  static <T> List<T> list(
      Connection connection, String sql, Mapper<T> mapper, @Nullable Object... parameters)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        rows.add(mapper.map(row));
      }
    }
    return rows;
  }

  static long number(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    return list(connection, sql, row -> row.getLong(1), parameters).getFirst();
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    boolean bound = false;
    try {
      bind(statement, parameters);
      bound = true;
      return statement;
    } finally {
      if (!bound) {
        statement.close();
      }
    }
  }

  static void bind(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }
}
