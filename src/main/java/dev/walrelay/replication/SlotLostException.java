package dev.walrelay.replication;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** What the slot held, or was to hold, cannot be read any more: changes are lost. */
public final class SlotLostException extends ReplicationException {

  @Serial private static final long serialVersionUID = 1L;

  private final String why;

  SlotLostException(String why, @Nullable Throwable cause) {
    super(
        Kind.SLOT_LOST,
        why
            + ", so changes are lost that were never read; set walrelay.slot.on-loss=recreate to go"
            + " on with a new slot and a gap in the stream",
        cause);
    this.why = why;
  }

  /** What happened, as the first half of a sentence. */
  public String why() {
    return why;
  }
}
