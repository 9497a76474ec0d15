package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the server continues the history that is stored (manual: Timelines, and
 * TIMELINE_HISTORY in the Streaming Replication Protocol). A standby may be promoted without the
 * last WAL of its primary: what was read of that never happened any more, and its positions are
 * used again for something else.
 */
final class Timelines {

  private Timelines() {}

  /** Where the server's history departs from the stored one; null if it continues it. */
  static @Nullable Lsn fork(Session session, Server server, StoredHistory stored)
      throws SQLException {
    Lsn end = endOfStoredTimeline(session, server, stored.timeline());
    return stored.flushed().isAfter(end) ? end : null;
  }

  /** How far the server has the timeline that was read from; nothing, if it never had it. */
  private static Lsn endOfStoredTimeline(Session session, Server server, int timeline)
      throws SQLException {
    if (server.timeline() == timeline) {
      return server.walPosition();
    }
    if (server.timeline() < timeline) {
      return Lsn.ZERO;
    }
    Row history = Objects.requireNonNull(session.row("TIMELINE_HISTORY " + server.timeline()));
    return end(history.get("content"), timeline);
  }

  /** From lines of a timeline, the position where it ended, and the reason, parted by tabs. */
  static Lsn end(String history, int timeline) {
    return history
        .lines()
        .map(line -> line.strip().split("\\s+", 3))
        .filter(fields -> fields.length > 1 && fields[0].equals(Integer.toString(timeline)))
        .map(fields -> Lsn.parse(fields[1]))
        .findFirst()
        .orElse(Lsn.ZERO);
  }
}
