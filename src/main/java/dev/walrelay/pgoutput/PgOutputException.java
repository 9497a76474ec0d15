package dev.walrelay.pgoutput;

/**
 * A message is not one that the protocol allows. Nothing of it was used, and the stream cannot be
 * read on. The text names the message and the place, never a row's contents.
 */
public final class PgOutputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String messageName;
  private final int offset;

  PgOutputException(String messageName, int offset, String problem) {
    super(
        "The pgoutput message %s is malformed at offset %d: %s."
            .formatted(messageName, offset, problem));
    this.messageName = messageName;
    this.offset = offset;
  }

  /** The message's name in the manual, such as {@code Stream Start}. */
  public String messageName() {
    return messageName;
  }

  /** The offset of the field at fault, counted from the message's first byte. */
  public int offset() {
    return offset;
  }
}
