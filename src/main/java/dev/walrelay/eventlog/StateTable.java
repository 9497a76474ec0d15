package dev.walrelay.eventlog;

import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The row that holds the {@link LogState}. */
final class StateTable {

  private static final String LOAD =
      """
      SELECT last_id, flushed, floor_id, stored_bytes, system_identifier, timeline, epoch, checksum,
             source_version
      FROM log_state WHERE id = 1\
      """;
  private static final String SAVE =
      """
      UPDATE log_state
      SET last_id = ?, flushed = ?, floor_id = ?, stored_bytes = ?,
          system_identifier = ?, timeline = ?, epoch = ?, checksum = ?,
          source_version = ?
      WHERE id = 1\
      """;

  private StateTable() {}

  /**
   * Reads it.
   *
   * @throws DamagedLogException if it is not what was saved
   */
  static LogState load(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOAD);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw damaged(null);
      }
      LogState state = read(row);
      int checksum = row.getInt(8);
      if (row.wasNull() || checksum != checksum(state)) {
        throw damaged(null);
      }
      return state;
    }
  }

  private static LogState read(ResultSet row) throws SQLException {
    try {
      return new LogState(
          new LogPosition(IdBytes.read(row.getBytes(1)), new Lsn(row.getLong(2))),
          IdBytes.read(row.getBytes(3)),
          row.getLong(4),
          source(row));
    } catch (RuntimeException e) {
      // What damaged bytes make of it is anybody's guess.
      throw damaged(e);
    }
  }

  private static DamagedLogException damaged(@Nullable RuntimeException cause) {
    String sentence =
        "What the event log knows of its own position is damaged: restore its file from a copy, or move it away, with its -wal file, to begin a new log where the slot is.";
    return cause == null
        ? new DamagedLogException(sentence)
        : new DamagedLogException(sentence, cause);
  }

  private static int checksum(LogState state) {
    return RowChecksum.of(
        IdBytes.of(state.position().lastId()),
        state.position().flushed().value(),
        IdBytes.of(state.floor()),
        state.storedBytes(),
        state.source().map(SourceIdentity::systemIdentifier).orElse(null),
        state.source().map(SourceIdentity::timeline).orElse(0),
        state.source().map(SourceIdentity::epoch).orElse(0));
  }

  private static Optional<SourceIdentity> source(ResultSet row) throws SQLException {
    String systemIdentifier = row.getString(5);
    return systemIdentifier == null
        ? Optional.empty()
        : Optional.of(
            new SourceIdentity(systemIdentifier, row.getInt(6), row.getInt(7), row.getInt(9)));
  }

  static LogState save(Connection connection, LogState state) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SAVE)) {
      statement.setBytes(1, IdBytes.of(state.position().lastId()));
      statement.setLong(2, state.position().flushed().value());
      statement.setBytes(3, IdBytes.of(state.floor()));
      statement.setLong(4, state.storedBytes());
      statement.setString(5, state.source().map(SourceIdentity::systemIdentifier).orElse(null));
      statement.setInt(6, state.source().map(SourceIdentity::timeline).orElse(0));
      statement.setInt(7, state.source().map(SourceIdentity::epoch).orElse(0));
      statement.setInt(8, checksum(state));
      statement.setInt(9, state.source().map(SourceIdentity::majorVersion).orElse(0));
      statement.executeUpdate();
      return state;
    }
  }
}
