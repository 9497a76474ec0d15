package dev.walrelay.replication;

/**
 * The replication slot to read from.
 *
 * @param name lower-case letters, digits and underscores, as the server demands
 * @param create whether a slot that was never there may be created
 * @param failover whether a created slot is synchronized to standbys, where the server is 17 or
 *     newer
 * @param twoPhase whether transactions are decoded when they are prepared, not only when they
 *     commit; a slot that once was told so goes on with it
 * @param onLoss what to do when the slot that fed the log is gone
 */
public record SlotSettings(
    String name, boolean create, boolean failover, boolean twoPhase, OnLoss onLoss) {

  /** What to do when changes are lost because the slot is gone or was invalidated. */
  public enum OnLoss {
    /** Refuse to go on, since nobody may have noticed the gap. */
    FAIL,
    /** Go on with a new slot; {@link Prepared#slotOrigin} then says so. */
    RECREATE
  }
}
