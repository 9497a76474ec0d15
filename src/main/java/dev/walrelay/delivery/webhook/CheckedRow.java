package dev.walrelay.delivery.webhook;

import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.RowChecksum;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows under a checksum: what decides which event a subscription gets next. */
final class CheckedRow {

  private CheckedRow() {}

  /**
   * Reads a row whose last column is its checksum.
   *
   * @param columns how many are before it
   * @throws DamagedLogException if it is not what was written
   */
  static <T> T read(ResultSet row, int columns, Rows.Mapper<T> mapper) throws SQLException {
    try {
      Object[] values = new Object[columns];
      for (int i = 0; i < columns; i++) {
        values[i] = row.getObject(i + 1);
      }
      int checksum = row.getInt(columns + 1);
      if (row.wasNull() || checksum != RowChecksum.of(values)) {
        throw new IllegalArgumentException("the checksum is wrong");
      }
      return mapper.map(row);
    } catch (RuntimeException e) {
      // What damaged bytes make a reader throw is anybody's guess.
      throw new DamagedLogException(
          "What the event log knows of the progress of a webhook subscription is damaged (%s): restore its file from a copy, or move it away, with its -wal file, to begin a new log where the slot is."
              .formatted(e.getMessage()),
          e);
    }
  }
}
