package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.misconfigured;

import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.util.Objects;

/**
 * What the server is, found to be able to send changes.
 *
 * @param systemIdentifier of the cluster
 * @param timeline the current one
 * @param walPosition how far it has written its log
 * @param version as the server prints it
 * @param versionNumber such as 180006
 * @param standby whether it replays the log of another server
 */
record Server(
    String systemIdentifier,
    int timeline,
    Lsn walPosition,
    String version,
    int versionNumber,
    boolean standby) {

  private static final int OLDEST = 15;

  static Server identify(Session session) throws SQLException {
    Row settings =
        Objects.requireNonNull(
            session.row(
                """
                SELECT current_setting('server_version') AS version,
                       current_setting('server_version_num') AS number,
                       current_setting('wal_level') AS wal_level,
                       pg_is_in_recovery() AS standby
                """));
    requireVersion(settings.get("version"), Integer.parseInt(settings.get("number")));
    requireLogical(settings.get("wal_level"));
    Row system = Objects.requireNonNull(session.row("IDENTIFY_SYSTEM"));
    return new Server(
        system.get("systemid"),
        Integer.parseInt(system.get("timeline")),
        Lsn.parse(system.get("xlogpos")),
        settings.get("version").split(" ", 2)[0],
        Integer.parseInt(settings.get("number")),
        settings.is("standby"));
  }

  static void requireVersion(String version, int number) {
    if (number < OLDEST * 10_000) {
      throw misconfigured(
          ("The server is PostgreSQL %s, which lacks what Walrelay needs of logical "
                  + "decoding; use version %d or newer")
              .formatted(version, OLDEST));
    }
  }

  private static void requireLogical(String walLevel) {
    if (!walLevel.equals("logical")) {
      throw misconfigured(
          ("wal_level is '%s', so the server writes nothing that can be decoded; set "
                  + "wal_level = logical in postgresql.conf and restart the server")
              .formatted(walLevel));
    }
  }

  /** The newest protocol of pgoutput that it speaks. */
  int protocolVersion() {
    return isAtLeast(16) ? 4 : 3;
  }

  boolean isAtLeast(int major) {
    return versionNumber >= major * 10_000;
  }

  int majorVersion() {
    return versionNumber / 10_000;
  }
}
