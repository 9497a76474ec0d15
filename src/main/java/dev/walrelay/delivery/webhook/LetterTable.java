package dev.walrelay.delivery.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Dead letters, with their bodies, so that they outlive the events in the log. */
final class LetterTable {

  private static final String COLUMNS =
      "id, delivery, events, attempts, failed_at, status, reason, answer, replaying, content_type";

  private LetterTable() {}

  /** What is done with dead letters of a subscription. */
  @FunctionalInterface
  interface Change {

    /** Returns how many it has changed. */
    int run(Connection connection, long subscription) throws SQLException;
  }

  static void insert(Connection connection, long subscription, DeadLetter letter, byte[] body)
      throws SQLException {
    byte[] compressed = Gzip.compress(body);
    Rows.update(
        connection,
        "INSERT INTO webhook_dead_letter (subscription, "
            + COLUMNS.substring("id, ".length())
            + ", size, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
        subscription,
        letter.delivery(),
        letter.events(),
        letter.attempts(),
        letter.failedAt(),
        letter.status(),
        letter.reason(),
        letter.answer(),
        letter.contentType(),
        compressed.length,
        compressed);
  }

  /** Back among the dead, after it was tried once more. */
  static void refusedAgain(Connection connection, DeadLetter letter) throws SQLException {
    Rows.update(
        connection,
        """
        UPDATE webhook_dead_letter
        SET attempts = ?, failed_at = ?, status = ?, reason = ?, answer = ?, replaying = 0
        WHERE id = ?\
        """,
        letter.attempts(),
        letter.failedAt(),
        letter.status(),
        letter.reason(),
        letter.answer(),
        letter.id());
  }

  static byte[] body(Connection connection, long id) throws SQLException {
    return Gzip.decompress(
        Rows.list(
                connection,
                "SELECT body FROM webhook_dead_letter WHERE id = ?",
                row -> row.getBytes(1),
                id)
            .getFirst());
  }

  static List<DeadLetter> list(Connection connection, long subscription, long afterId, int limit)
      throws SQLException {
    return Rows.list(
        connection,
        "SELECT "
            + COLUMNS
            + " FROM webhook_dead_letter WHERE subscription = ? AND id > ? ORDER BY id LIMIT ?",
        LetterTable::map,
        subscription,
        afterId,
        limit);
  }

  /** One with what was sent. */
  record WithBody(DeadLetter letter, String body) {}

  /** One of a subscription's, or nothing. */
  static Optional<WithBody> find(Connection connection, long subscription, long id)
      throws SQLException {
    return Rows.list(
            connection,
            "SELECT "
                + COLUMNS
                + ", body FROM webhook_dead_letter WHERE subscription = ? AND id = ?",
            row ->
                new WithBody(
                    map(row),
                    new String(Gzip.decompress(row.getBytes(11)), StandardCharsets.UTF_8)),
            subscription,
            id)
        .stream()
        .findFirst();
  }

  /** Those that are being tried again, in order. */
  static List<DeadLetter> replaying(Connection connection, long subscription) throws SQLException {
    return Rows.list(
        connection,
        "SELECT "
            + COLUMNS
            + " FROM webhook_dead_letter WHERE subscription = ? AND replaying = 1 ORDER BY id",
        LetterTable::map,
        subscription);
  }

  private static DeadLetter map(ResultSet row) throws SQLException {
    return new DeadLetter(
        row.getLong(1),
        row.getString(2),
        row.getInt(3),
        row.getInt(4),
        row.getLong(5),
        row.getInt(6),
        row.getString(7),
        row.getString(8),
        row.getBoolean(9),
        row.getString(10));
  }

  /** How many there are and how many bytes they take. */
  record Totals(long count, long bytes) {}

  static Totals totals(Connection connection, long subscription) throws SQLException {
    return Rows.list(
            connection,
            "SELECT count(*), coalesce(sum(size), 0) FROM webhook_dead_letter WHERE subscription ="
                + " ?",
            row -> new Totals(row.getLong(1), row.getLong(2)),
            subscription)
        .getFirst();
  }

  static int replay(Connection connection, long subscription) throws SQLException {
    return Rows.update(
        connection,
        "UPDATE webhook_dead_letter SET replaying = 1 WHERE subscription = ?",
        subscription);
  }

  /** Only one of them; returns how many that were. */
  static int replay(Connection connection, long subscription, long id) throws SQLException {
    return one(connection, "UPDATE webhook_dead_letter SET replaying = 1", subscription, id);
  }

  private static int one(Connection connection, String change, long subscription, long id)
      throws SQLException {
    return Rows.update(connection, change + " WHERE subscription = ? AND id = ?", subscription, id);
  }

  static void delete(Connection connection, long id) throws SQLException {
    Rows.update(connection, "DELETE FROM webhook_dead_letter WHERE id = ?", id);
  }

  /** Only one of a subscription's; returns how many that were. */
  static int delete(Connection connection, long subscription, long id) throws SQLException {
    return one(connection, "DELETE FROM webhook_dead_letter", subscription, id);
  }

  static int deleteAll(Connection connection, long subscription) throws SQLException {
    return Rows.update(
        connection, "DELETE FROM webhook_dead_letter WHERE subscription = ?", subscription);
  }
}
