package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.RowChecksum;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Where subscriptions are, and what they have planned. */
final class ProgressTable {

  static final String SAVE =
      """
      UPDATE webhook_cursor SET position = ?, head = ?, finished = ?, failing = ?, checksum = ?
      WHERE subscription = ?\
      """;

  private ProgressTable() {}

  /** Planned deliveries that follow one another. */
  record Chunk(long first, List<PlanCodec.Entry> entries) {}

  static void create(Connection connection, long subscription, EventId position)
      throws SQLException {
    Rows.update(
        connection,
        "INSERT INTO webhook_cursor (position, head, finished, failing, checksum, subscription)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        parameters(subscription, Progress.at(position, 0)));
  }

  static Progress load(Connection connection, long subscription) throws SQLException {
    return Rows.list(
            connection,
            "SELECT position, head, finished, failing, checksum FROM webhook_cursor WHERE subscription"
                + " = ?",
            row -> CheckedRow.read(row, 4, ProgressTable::progress),
            subscription)
        .getFirst();
  }

  private static Progress progress(ResultSet row) throws SQLException {
    return Progress.of(
        EventId.parse(row.getString(1)), row.getLong(2), row.getBytes(3), row.getBytes(4));
  }

  static void save(Connection connection, long subscription, Progress progress)
      throws SQLException {
    Rows.update(connection, SAVE, parameters(subscription, progress));
  }

  /** Of {@link #SAVE}, and of what makes the row. */
  static Object[] parameters(long subscription, Progress progress) {
    String position = progress.position().toString();
    byte[] finished = progress.finishedBytes();
    byte[] failing = progress.failingBytes();
    int checksum = RowChecksum.of(position, progress.head(), finished, failing);
    return new Object[] {position, progress.head(), finished, failing, checksum, subscription};
  }

  /** Adds what is planned, and removes what is finished. */
  static void plan(
      Connection connection,
      long subscription,
      long head,
      long first,
      List<PlanCodec.Entry> entries)
      throws SQLException {
    Rows.update(
        connection,
        "DELETE FROM webhook_plan WHERE subscription = ? AND past_last <= ?",
        subscription,
        head);
    byte[] deliveries = PlanCodec.encode(entries);
    Rows.update(
        connection,
        "INSERT INTO webhook_plan (subscription, first, past_last, deliveries, checksum) VALUES (?,"
            + " ?, ?, ?, ?)",
        subscription,
        first,
        first + entries.size(),
        deliveries,
        RowChecksum.of(first, deliveries));
  }

  /**
   * Sets the progress, and what is planned from its head on in place of what was.
   *
   * @param entries none if nothing is
   */
  static void replace(
      Connection connection, long subscription, Progress progress, List<PlanCodec.Entry> entries)
      throws SQLException {
    Rows.update(connection, "DELETE FROM webhook_plan WHERE subscription = ?", subscription);
    save(connection, subscription, progress);
    if (!entries.isEmpty()) {
      plan(connection, subscription, progress.head(), progress.head(), entries);
    }
  }

  static List<Chunk> planned(Connection connection, long subscription) throws SQLException {
    return Rows.list(
        connection,
        "SELECT first, deliveries, checksum FROM webhook_plan WHERE subscription = ? ORDER BY first",
        row -> CheckedRow.read(row, 2, ProgressTable::chunk),
        subscription);
  }

  private static Chunk chunk(ResultSet row) throws SQLException {
    return new Chunk(row.getLong(1), PlanCodec.decode(row.getBytes(2)));
  }
}
