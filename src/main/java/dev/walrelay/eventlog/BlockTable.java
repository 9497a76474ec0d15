package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The table of stored blocks. A row is never changed, only replaced under another sequence. */
final class BlockTable {

  private static final String INSERT =
      """
      INSERT INTO event_block (sequence, first_id, last_id, last_commit_time, stored_at, raw_bytes,
        stored_bytes, format, checksum, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String LOAD =
      """
      SELECT sequence, first_id, last_id, last_commit_time, stored_at, raw_bytes, format, checksum,
        payload
      FROM event_block\
      """;
  private static final String BY_SEQUENCE = LOAD + " WHERE sequence = ?";
  private static final String NEWEST = LOAD + " ORDER BY sequence DESC LIMIT 1";
  private static final String BEFORE = LOAD + " WHERE sequence < ? ORDER BY sequence DESC LIMIT 1";

  /** Found by an index; beside it what the table itself has just before it. */
  private static final String AFTER_ID =
      """
      SELECT sequence, (SELECT previous.last_id FROM event_block AS previous
                        WHERE previous.sequence < found.sequence
                        ORDER BY previous.sequence DESC LIMIT 1)
      FROM event_block AS found WHERE last_id > ? ORDER BY last_id LIMIT 1\
      """;

  private static final String AT_TIME =
      """
      SELECT sequence FROM event_block WHERE last_commit_time >= ?
      ORDER BY last_commit_time, sequence LIMIT 1\
      """;
  private static final String EARLIEST_ID =
      "SELECT first_id FROM event_block ORDER BY sequence LIMIT 1";
  private static final String OLDEST =
      """
      SELECT sequence, last_id, stored_at, stored_bytes FROM event_block
      ORDER BY sequence LIMIT ?\
      """;
  private static final String BYTES_THROUGH =
      "SELECT total(stored_bytes) FROM event_block WHERE sequence <= ?";
  private static final String LOST =
      """
      SELECT max(last_id) FROM event_block AS indexed INDEXED BY event_block_last_id
      WHERE NOT EXISTS (SELECT 1 FROM event_block AS stored WHERE stored.sequence = indexed.sequence)\
      """;
  private static final String UP_TO = "SELECT max(sequence) FROM event_block WHERE last_id <= ?";
  private static final String DELETE = "DELETE FROM event_block WHERE sequence BETWEEN ? AND ?";

  private BlockTable() {}

  /** What retention looks at, without the payload. */
  record Oldest(long sequence, EventId lastId, long storedAt, long storedBytes) {}

  static void insert(Connection connection, StoredBlock row) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setLong(1, row.sequence());
      statement.setBytes(2, IdBytes.of(row.firstId()));
      statement.setBytes(3, IdBytes.of(row.lastId()));
      statement.setLong(4, row.lastCommitTime());
      statement.setLong(5, row.storedAt());
      statement.setInt(6, row.rawBytes());
      statement.setInt(7, row.storedBytes());
      statement.setInt(8, row.format());
      statement.setInt(9, row.checksum());
      statement.setBytes(10, row.payload().bytes());
      statement.executeUpdate();
    }
  }

  static Optional<StoredBlock> load(Connection connection, long sequence) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BY_SEQUENCE)) {
      statement.setLong(1, sequence);
      return row(statement);
    }
  }

  static Optional<StoredBlock> newest(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(NEWEST)) {
      return row(statement);
    }
  }

  /** The block stored before another one. */
  static Optional<StoredBlock> before(Connection connection, long sequence) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEFORE)) {
      statement.setLong(1, sequence);
      return row(statement);
    }
  }

  /** The end of the last block that an index knows and the table does not. */
  static Optional<EventId> lost(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOST);
        ResultSet row = statement.executeQuery()) {
      return Optional.ofNullable(row.getBytes(1)).map(IdBytes::read);
    }
  }

  /** The last block that ends with an id or before it; less than any if there is none. */
  static long sequenceUpTo(Connection connection, EventId id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UP_TO)) {
      statement.setBytes(1, IdBytes.of(id));
      try (ResultSet row = statement.executeQuery()) {
        long sequence = row.getLong(1);
        return row.wasNull() ? Long.MIN_VALUE : sequence;
      }
    }
  }

  /** What the blocks up to that one take on disk. */
  static long bytesThrough(Connection connection, long sequence) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BYTES_THROUGH)) {
      statement.setLong(1, sequence);
      try (ResultSet row = statement.executeQuery()) {
        return row.getLong(1);
      }
    }
  }

  private static Optional<StoredBlock> row(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      return row.next()
          ? Optional.of(
              new StoredBlock(
                  row.getLong(1),
                  IdBytes.read(row.getBytes(2)),
                  IdBytes.read(row.getBytes(3)),
                  row.getLong(4),
                  row.getLong(5),
                  row.getInt(6),
                  row.getInt(7),
                  row.getInt(8),
                  new Payload(row.getBytes(9))))
          : Optional.empty();
    }
  }

  /**
   * The block that holds the first event after an id.
   *
   * @throws DamagedLogException if the index leads past another one that comes after the id
   */
  static OptionalLong after(Connection connection, EventId id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(AFTER_ID)) {
      statement.setBytes(1, IdBytes.of(id));
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return OptionalLong.empty();
        }
        byte[] previous = row.getBytes(2);
        if (previous != null && IdBytes.read(previous).isAfter(id)) {
          throw damagedIndex();
        }
        return OptionalLong.of(row.getLong(1));
      }
    }
  }

  /** An index that does not fit its table. */
  static DamagedLogException damagedIndex() {
    return new DamagedLogException(
        "An index of the event log is damaged, so that events cannot be found: start with walrelay.log.repair=true, which builds it anew.");
  }

  /** The first block by whose end the time, in microseconds since 1970, was reached. */
  static OptionalLong atTime(Connection connection, long commitTime) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(AT_TIME)) {
      statement.setLong(1, commitTime);
      return sequence(statement);
    }
  }

  private static OptionalLong sequence(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  static Optional<EventId> earliest(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(EARLIEST_ID);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? Optional.of(IdBytes.read(row.getBytes(1))) : Optional.empty();
    }
  }

  static List<Oldest> oldest(Connection connection, int limit) throws SQLException {
    List<Oldest> oldest = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(OLDEST)) {
      statement.setInt(1, limit);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          oldest.add(
              new Oldest(
                  row.getLong(1), IdBytes.read(row.getBytes(2)), row.getLong(3), row.getLong(4)));
        }
      }
    }
    return oldest;
  }

  static void delete(Connection connection, long first, long last) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
      statement.setLong(1, first);
      statement.setLong(2, last);
      statement.executeUpdate();
    }
  }
}
