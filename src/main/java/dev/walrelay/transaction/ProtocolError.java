package dev.walrelay.transaction;

import dev.walrelay.pgoutput.PgOutputMessage;

/** What to throw at messages that can't come where they do. */
final class ProtocolError {

  private ProtocolError() {}

  static IllegalStateException unexpected(PgOutputMessage message, String where) {
    return new IllegalStateException(
        "The server sent "
            + message.getClass().getSimpleName()
            + " "
            + where
            + ", which breaks the protocol; nothing was skipped, and reading starts again at the"
            + " last stored position.");
  }
}
