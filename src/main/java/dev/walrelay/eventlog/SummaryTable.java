package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The table of {@link BlockSummary}s. A block may have none. */
final class SummaryTable {

  /** A reader that finds nothing for long must get to its heartbeats. */
  private static final int AT_ONCE = 256;

  private static final String INSERT =
      "INSERT INTO block_summary (last_id, after_id, contents, checksum) VALUES (?, ?, ?, ?)";
  private static final String AFTER =
      """
      SELECT after_id, last_id, contents, checksum FROM block_summary
      WHERE last_id > ? ORDER BY last_id LIMIT ?\
      """;
  private static final String DELETE = "DELETE FROM block_summary WHERE last_id <= ?";

  private SummaryTable() {}

  static void insert(Connection connection, BlockSummary summary) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setBytes(1, IdBytes.of(summary.lastId()));
      statement.setBytes(2, IdBytes.of(summary.after()));
      statement.setBytes(3, summary.contents());
      statement.setInt(4, summary.checksum());
      statement.executeUpdate();
    }
  }

  static void deleteThrough(Connection connection, EventId lastId) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
      statement.setBytes(1, IdBytes.of(lastId));
      statement.executeUpdate();
    }
  }

  /** An id up to which no block after the given one concerns somebody with this interest. */
  static EventId skip(Connection connection, EventId after, Interest interest) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(AFTER)) {
      statement.setBytes(1, IdBytes.of(after));
      statement.setInt(2, AT_ONCE);
      try (ResultSet row = statement.executeQuery()) {
        return skip(row, after, interest);
      }
    }
  }

  private static EventId skip(ResultSet row, EventId after, Interest interest) throws SQLException {
    EventId skipped = after;
    byte[] decided = {};
    while (row.next()) {
      BlockSummary summary = summary(row);
      if (summary == null || !summary.covers(skipped)) {
        return skipped;
      }
      // Most blocks have the same as the one before.
      if (!Arrays.equals(summary.contents(), decided)) {
        if (Contents.read(new IndexReader(summary.contents())).concern(interest)) {
          return skipped;
        }
        decided = summary.contents();
      }
      skipped = summary.lastId();
    }
    return skipped;
  }

  /** None if the row is so damaged that it cannot be one. */
  private static @Nullable BlockSummary summary(ResultSet row) throws SQLException {
    byte[] after = row.getBytes(1);
    byte[] lastId = row.getBytes(2);
    byte[] contents = row.getBytes(3);
    return IdBytes.areId(after) && IdBytes.areId(lastId) && contents != null
        ? new BlockSummary(IdBytes.read(after), IdBytes.read(lastId), contents, row.getInt(4))
        : null;
  }
}
