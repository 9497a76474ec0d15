package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Asks over an ordinary connection how the slot does, for health and metrics. */
public final class SlotMonitor {

  private static final int TIMEOUT_SECONDS = 5;

  private static final String QUERY =
      """
      SELECT confirmed_flush_lsn, active_pid, wal_status, here.lsn AS flushed,
             greatest(0, pg_catalog.pg_wal_lsn_diff(here.lsn, confirmed_flush_lsn)) AS lag,
             greatest(0, coalesce(pg_catalog.pg_wal_lsn_diff(here.lsn, restart_lsn), 0)) AS retained
      FROM pg_catalog.pg_replication_slots,
           (SELECT CASE WHEN pg_catalog.pg_is_in_recovery()
                        THEN greatest(pg_catalog.pg_last_wal_receive_lsn(),
                                      pg_catalog.pg_last_wal_replay_lsn())
                        ELSE pg_catalog.pg_current_wal_flush_lsn() END AS lsn) AS here
      WHERE slot_name = ? AND confirmed_flush_lsn IS NOT NULL
      """;

  private final DataSource source;
  private final String slot;

  /** A monitor of the slot of this name on the server that the connections go to. */
  public SlotMonitor(DataSource source, String slot) {
    this.source = source;
    this.slot = slot;
  }

  /**
   * The slot's status, empty if there is no such slot; takes one connection for at most a few
   * seconds.
   *
   * @throws SQLException if the server does not answer
   */
  public Optional<SlotStatus> status() throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      statement.setString(1, slot);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(read(row)) : Optional.empty();
      }
    }
  }

  private static SlotStatus read(ResultSet row) throws SQLException {
    return new SlotStatus(
        Lsn.parse(row.getString("confirmed_flush_lsn")),
        Lsn.parse(row.getString("flushed")),
        row.getLong("lag"),
        row.getLong("retained"),
        row.getObject("active_pid", Integer.class),
        row.getString("wal_status"));
  }
}
