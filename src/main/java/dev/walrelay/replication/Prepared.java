package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * What was found and made ready on the server, before the stream starts.
 *
 * @param slot name of the slot
 * @param slotOrigin whether the slot was there
 * @param publication name of the publication
 * @param publicationCreated whether the publication was created just now
 * @param serverVersion as the server prints it, such as {@code 18.6}
 * @param protocolVersion the newest protocol of pgoutput that the server speaks
 * @param streamable whether large transactions can be streamed; not where there are replication
 *     origins, which the server does not always name then
 * @param systemIdentifier of the cluster, as IDENTIFY_SYSTEM gives it
 * @param timeline the server's current timeline
 * @param confirmed the slot's position: changes committed before it are not sent any more
 * @param walPosition how far the server has written its log
 * @param forkedAt where the server's history departs from the stored one, null if it continues it
 */
public record Prepared(
    String slot,
    SlotOrigin slotOrigin,
    String publication,
    boolean publicationCreated,
    String serverVersion,
    int protocolVersion,
    boolean streamable,
    String systemIdentifier,
    int timeline,
    Lsn confirmed,
    Lsn walPosition,
    @Nullable Lsn forkedAt) {

  /** How the slot came about. */
  public enum SlotOrigin {
    /** It was there. */
    FOUND,
    /** It was carried over from the server that was read before by pg_upgrade. */
    UPGRADED,
    /** Created, because it was never there. */
    CREATED,
    /** Created in place of one that was lost: what happened in between will never be seen. */
    RECREATED
  }

  /** The server's major version, such as 18. */
  public int majorVersion() {
    return Integer.parseInt(serverVersion.split("\\D", 2)[0]);
  }

  /** How much of the server's log lies behind the slot's position, in bytes. */
  public long lagBytes() {
    return Math.max(0, walPosition.value() - confirmed.value());
  }
}
