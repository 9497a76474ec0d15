package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.fail;

import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What a test read from a stream. */
record Reading(List<Message> messages) {

  /**
   * @param type the first letter of a message of pgoutput
   */
  record Message(char type, Lsn lsn, String text) {}

  /** Reads up to and with the next commit. */
  static Reading transaction(ReplicationConnection connection) {
    return untilType(connection, 'C');
  }

  static Reading untilType(ReplicationConnection connection, char type) {
    List<Message> messages = new ArrayList<>();
    until(
        connection,
        messages,
        () -> !messages.isEmpty() && messages.getLast().type() == type,
        Duration.ofSeconds(20));
    return new Reading(messages);
  }

  /** Reads until something holds that the messages themselves do not tell. */
  static Reading until(ReplicationConnection connection, BooleanSupplier condition) {
    List<Message> messages = new ArrayList<>();
    until(connection, messages, condition, Duration.ofSeconds(20));
    return new Reading(messages);
  }

  private static void until(
      ReplicationConnection connection,
      List<Message> messages,
      BooleanSupplier condition,
      Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      ByteBuffer message = connection.read();
      if (message != null) {
        String text = StandardCharsets.ISO_8859_1.decode(message.duplicate()).toString();
        messages.add(new Message((char) message.get(), connection.messageLsn(), text));
      } else if (System.nanoTime() > end) {
        fail("not within %s; read %s", atMost, messages);
      }
    }
  }

  String types() {
    StringBuilder types = new StringBuilder();
    messages.forEach(message -> types.append(message.type()));
    return types.toString();
  }

  Message first(char type) {
    return messages.stream().filter(message -> message.type() == type).findFirst().orElseThrow();
  }

  /** The end of the transaction that was read: what a caller confirms. */
  Lsn end() {
    byte[] commit = messages.getLast().text().getBytes(StandardCharsets.ISO_8859_1);
    return new Lsn(ByteBuffer.wrap(commit).getLong(10));
  }
}
