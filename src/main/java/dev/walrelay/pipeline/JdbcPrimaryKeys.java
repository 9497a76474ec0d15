package dev.walrelay.pipeline;

import dev.walrelay.event.PrimaryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks primary keys up in the source's catalog. The catalog may be ahead of the stream, and the
 * look-up may fail: then the events have no {@code key}, which is better than a stream that stops.
 */
public final class JdbcPrimaryKeys implements PrimaryKeys {

  private static final Logger LOGGER = LoggerFactory.getLogger(JdbcPrimaryKeys.class);
  private static final int TIMEOUT_SECONDS = 5;
  private static final String QUERY =
      """
      SELECT a.attname
        FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisprimary AND i.indrelid = CAST(? AS oid)
      """;

  private final DataSource source;

  /** With the ordinary connections to the source database. */
  public JdbcPrimaryKeys(DataSource source) {
    this.source = source;
  }

  @Override
  public List<String> columnsOf(int relationOid) {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      statement.setLong(1, Integer.toUnsignedLong(relationOid));
      List<String> names = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      return names;
    } catch (SQLException e) {
      LOGGER.warn(
          "The primary key of the relation with oid {} could not be looked up ({}); its events have"
              + " no key until its description is sent again.",
          Integer.toUnsignedString(relationOid),
          e.getMessage());
      return List.of();
    }
  }
}
