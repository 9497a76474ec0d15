package dev.walrelay.transaction;

import java.io.Serial;

/**
 * What was read must be read again with every transaction sent only after its commit, since
 * PostgreSQL leaves something out when it streams.
 */
public final class UnstreamedNeededException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private UnstreamedNeededException(String message) {
    super(message);
  }

  /**
   * Of a logical decoding message in a stream block the server says only which transaction it
   * belongs to, not which subtransaction.
   */
  static UnstreamedNeededException forMessages(int xid) {
    return new UnstreamedNeededException(
        "Transaction "
            + Integer.toUnsignedString(xid)
            + " was streamed and has both logical decoding messages and subtransactions that were"
            + " rolled back, and PostgreSQL does not say which of the messages went with them; it is"
            + " read again unstreamed.");
  }

  /**
   * The server takes a streamed transaction's origin from its first record, and finds none there if
   * that is a message or comes from a TRUNCATE.
   */
  static UnstreamedNeededException forOrigins() {
    return new UnstreamedNeededException(
        "The source has begun to replay transactions from elsewhere, of which PostgreSQL does not"
            + " always name the origin when it streams them; large transactions are read unstreamed"
            + " from now on.");
  }
}
