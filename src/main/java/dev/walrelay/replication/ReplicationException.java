package dev.walrelay.replication;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Why changes cannot be read. The message is one sentence for people: what happened, what it means
 * and what to change.
 */
public class ReplicationException extends RuntimeException {

  /** What the caller can do about it. */
  public enum Kind {
    /** Does not mend by itself: settings, rights or the server's configuration must change. */
    MISCONFIGURED,
    /** The source is another database system than the one that changes are stored of. */
    OTHER_SYSTEM,
    /** The slot that fed the log is gone or dead, and with it changes that were never read. */
    SLOT_LOST,
    /** Another process reads from the slot: stand by and try again. */
    SLOT_BUSY,
    /** The server stumbled over itself, such as over a bug in its decoding: try another way. */
    SERVER_FAULT,
    /** The server is away or out of something: try again later. */
    UNAVAILABLE
  }

  @Serial private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** With the sentence for people and what lies behind it, if anything does. */
  public ReplicationException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What the caller can do about it. */
  public Kind kind() {
    return kind;
  }

  static ReplicationException misconfigured(String message) {
    return new ReplicationException(Kind.MISCONFIGURED, message, null);
  }

  static ReplicationException unavailable(String message) {
    return new ReplicationException(Kind.UNAVAILABLE, message, null);
  }
}
