package dev.walrelay.delivery.webhook;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Stores where subscriptions are, after every delivery: so often that its statement is not prepared
 * each time, which would cost more than to run it, but once for each connection, and ends with
 * that. For whoever writes to the database, who is one at a time.
 */
final class ProgressWriter {

  private @Nullable PreparedStatement prepared;

  void save(Connection connection, long subscription, Progress progress) throws SQLException {
    PreparedStatement statement = on(connection);
    Rows.bind(statement, ProgressTable.parameters(subscription, progress));
    statement.executeUpdate();
  }

  private PreparedStatement on(Connection connection) throws SQLException {
    PreparedStatement known = prepared;
    if (known == null || !known.getConnection().equals(connection)) {
      known = connection.prepareStatement(ProgressTable.SAVE);
      prepared = known;
    }
    return known;
  }
}
