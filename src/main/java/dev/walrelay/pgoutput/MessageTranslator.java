package dev.walrelay.pgoutput;

import java.nio.ByteBuffer;

/**
 * Rewrites messages whose text is in a database's encoding into the same messages in UTF-8, so that
 * nothing behind it has to know of encodings. The content of a {@link Message} stays as it is,
 * since the server takes it for bytes as well.
 *
 * <p>For the messages of one connection, in their order. Not thread-safe.
 */
public final class MessageTranslator {

  /** For what text in UTF-8 is longer, in most messages. */
  private static final int ROOM = 256;

  private static final int LSN = Long.BYTES;
  private static final int TIME = Long.BYTES;
  private static final int XID = Integer.BYTES;
  private static final int OID = Integer.BYTES;
  private static final int FLAGS = 1;

  private final ServerEncoding encoding;
  private final MessageCursor in = new MessageCursor();
  private GrowingBytes out = new GrowingBytes(0);
  private boolean inStream;

  /** From that encoding. */
  public MessageTranslator(ServerEncoding encoding) {
    this.encoding = encoding;
  }

  /**
   * The message in UTF-8, in an array of its own unless it has no text.
   *
   * @throws PgOutputException if its bytes end too soon
   */
  public ByteBuffer translate(ByteBuffer message) {
    int offset = message.arrayOffset() + message.position();
    in.reset(message.array(), offset, message.remaining());
    byte tag = in.int8();
    inStream = tag == 'S' || (inStream && tag != 'E');
    if (!hasText(tag)) {
      return message;
    }
    out = new GrowingBytes(message.remaining() + ROOM);
    copied(1);
    rewrite(tag);
    copy(in.remaining());
    return ByteBuffer.wrap(out.array(), 0, out.size());
  }

  private static boolean hasText(byte tag) {
    return switch (tag) {
      case 'I', 'U', 'D', 'R', 'Y', 'M', 'O', 'b', 'P', 'K', 'p', 'r' -> true;
      default -> false;
    };
  }

  /** Up to the end of its last text. */
  private void rewrite(byte tag) {
    switch (tag) {
      case 'I', 'U', 'D' -> rows();
      case 'R' -> relation();
      case 'Y' -> names(xid() + OID, 2);
      case 'M' -> names(xid() + FLAGS + LSN, 1);
      case 'O' -> names(LSN, 1);
      case 'b' -> names(LSN + LSN + TIME + XID, 1);
      case 'r' -> names(FLAGS + LSN + LSN + TIME + TIME + XID, 1);
      default -> names(FLAGS + LSN + LSN + TIME + XID, 1);
    }
  }

  private int xid() {
    return inStream ? XID : 0;
  }

  private void names(int behind, int count) {
    copy(behind);
    for (int i = 0; i < count; i++) {
      name();
    }
  }

  private void relation() {
    names(xid() + OID, 2);
    copy(1);
    int columns = in.count16("columns", 1);
    copied(Short.BYTES);
    for (int i = 0; i < columns; i++) {
      names(FLAGS, 1);
      copy(OID + Integer.BYTES);
    }
  }

  private void rows() {
    copy(xid() + OID);
    while (in.remaining() > 0) {
      copy(1);
      tuple();
    }
  }

  private void tuple() {
    int columns = in.count16("columns", 1);
    copied(Short.BYTES);
    for (int i = 0; i < columns; i++) {
      byte kind = in.int8();
      copied(1);
      if (kind == TupleReader.TEXT) {
        value();
      } else if (kind == TupleReader.BINARY) {
        int length = in.length32();
        copied(Integer.BYTES);
        copy(length);
      }
    }
  }

  private void value() {
    int length = in.length32();
    int from = in.position();
    in.skip(length);
    out.reserve(Integer.BYTES);
    int lengthAt = out.size();
    out.size(lengthAt + Integer.BYTES);
    encoding.translate(in.array(), from, from + length, out);
    MessageCursor.putInt32(out.array(), lengthAt, out.size() - lengthAt - Integer.BYTES);
  }

  private void name() {
    int from = in.position();
    in.skipString();
    int zero = in.position() - 1;
    encoding.translate(in.array(), from, zero, out);
    out.put(in.array(), zero, 1);
  }

  private void copy(int length) {
    in.skip(length);
    copied(length);
  }

  /** Takes over the bytes that were just read. */
  private void copied(int length) {
    out.put(in.array(), in.position() - length, length);
  }
}
