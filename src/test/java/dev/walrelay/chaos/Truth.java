package dev.walrelay.chaos;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What was committed, in commit order, from a source that has nothing to do with the service: a
 * slot of its own that PostgreSQL's {@code test_decoding} prints as text.
 */
final class Truth implements AutoCloseable {

  private static final String SLOT = "truth";
  private static final int FETCH_SIZE = 1_000;

  private final Connection connection;
  private final Statement statement;
  private final ResultSet lines;
  private String xid = "";

  private Truth(Connection connection, Statement statement, ResultSet lines) {
    this.connection = connection;
    this.statement = statement;
    this.lines = lines;
  }

  /** From here on. */
  static void begin(TestDatabase database) {
    database.execute(
        "SELECT pg_create_logical_replication_slot('%s', 'test_decoding')".formatted(SLOT));
  }

  /** All of it. */
  static Truth read(TestDatabase database) throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    Statement statement = connection.createStatement();
    statement.setFetchSize(FETCH_SIZE);
    ResultSet lines =
        statement.executeQuery(
            "SELECT data FROM pg_logical_slot_peek_changes('%s', NULL, NULL, 'skip-empty-xacts', '1')"
                .formatted(SLOT));
    return new Truth(connection, statement, lines);
  }

  /**
   * The next change: the transaction's number, if it is in one, and what it did; null at the end.
   */
  @Nullable String next() throws SQLException {
    while (lines.next()) {
      String line = lines.getString(1);
      if (line.startsWith("BEGIN ")) {
        xid = line.substring("BEGIN ".length()) + " ";
      } else if (line.startsWith("COMMIT ")) {
        xid = "";
      } else {
        return line.startsWith("message: transactional: 0") ? line : xid + line;
      }
    }
    return null;
  }

  @Override
  public void close() throws SQLException {
    lines.close();
    statement.close();
    connection.close();
  }
}
