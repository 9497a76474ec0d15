package dev.walrelay.transaction;

import java.io.Serial;

/**
 * A streamed transaction must be read again unstreamed. The server says of a logical decoding
 * message in a stream block only which transaction it belongs to, not which subtransaction: after a
 * subtransaction was rolled back, it can't be told whether the message was.
 */
public final class StreamedMessageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  StreamedMessageException(int xid) {
    super(
        "Transaction "
            + Integer.toUnsignedString(xid)
            + " was streamed and has both logical decoding messages and subtransactions that were"
            + " rolled back, and PostgreSQL does not say which of the messages went with them; it is"
            + " read again unstreamed.");
  }
}
