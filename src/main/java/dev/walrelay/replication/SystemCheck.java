package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * Tells the system that changes are stored of from others. A server that went through pg_upgrade
 * has a new identifier and a first timeline; its slots were made anew, behind all that the old
 * server had written, since pg_upgrade refuses while a slot has not been read up to its end.
 */
final class SystemCheck {

  private SystemCheck() {}

  /**
   * Whether a server with another identifier is the one that changes are stored of, after an
   * upgrade; it is, or this throws.
   *
   * @param found the slot of that name, as it is on the server
   * @throws ReplicationException if it is any other
   */
  static boolean isUpgraded(Server server, StoredHistory stored, @Nullable Row found, String slot) {
    boolean fits = found != null && continues(server, stored, found);
    if (fits && stored.majorVersion() == 0) {
      throw other(
          server,
          stored,
          (" (if it is the same one after pg_upgrade, that is safe: slot '%s' is there, behind all"
                  + " that is stored, but the log does not know the version before)")
              .formatted(slot));
    }
    if (!fits || server.majorVersion() <= stored.majorVersion()) {
      throw other(server, stored, "");
    }
    return true;
  }

  /** The upgraded server was made after the old one, and goes on behind its last position. */
  private static boolean continues(Server server, StoredHistory stored, Row found) {
    String position = found.find("confirmed_flush_lsn");
    return position != null
        && Slot.invalidation(found) == null
        && !stored.flushed().isAfter(Lsn.parse(position))
        && madeAt(server.systemIdentifier()) > madeAt(stored.systemIdentifier());
  }

  /** Seconds since 1970, which make up the upper half of an identifier. */
  private static long madeAt(String systemIdentifier) {
    return Long.parseUnsignedLong(systemIdentifier) >>> Integer.SIZE;
  }

  private static ReplicationException other(Server server, StoredHistory stored, String hint) {
    return new ReplicationException(
        ReplicationException.Kind.OTHER_SYSTEM,
        ("The event log holds the history of the database system %s, but the source is the system"
                + " %s, whose positions mean something else; connect to the database that the log"
                + " was filled from, set walrelay.log.path to a new file, or set"
                + " walrelay.log.adopt=true to go on with the new source behind a gap%s.")
            .formatted(stored.systemIdentifier(), server.systemIdentifier(), hint),
        null);
  }
}
