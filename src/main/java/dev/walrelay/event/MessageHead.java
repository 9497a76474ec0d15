package dev.walrelay.event;

import dev.walrelay.pgoutput.Message;

/** Writes the members of a logical decoding message from {@code op} to the value of {@code lsn}. */
final class MessageHead {

  private static final byte[] OP = JsonBytes.ascii("\",\"op\":\"message\",\"prefix\":");
  private static final byte[] TRANSACTIONAL = JsonBytes.ascii(",\"transactional\":true");
  private static final byte[] NOT_TRANSACTIONAL = JsonBytes.ascii(",\"transactional\":false");
  private static final byte[] LSN = JsonBytes.ascii(",\"lsn\":\"");

  private MessageHead() {}

  static void write(Message message, MessageContent content, JsonBuffer out) {
    out.put(OP);
    out.put(JsonBytes.quoted(message.prefix()));
    out.put(message.transactional() ? TRANSACTIONAL : NOT_TRANSACTIONAL);
    content.write(
        message.content().array(), message.content().offset(), message.content().length(), out);
    out.put(LSN);
    LsnText.write(message.lsn(), out);
  }
}
