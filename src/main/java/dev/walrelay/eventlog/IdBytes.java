package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.nio.ByteBuffer;

/** Event ids as 12 bytes that a database compares in stream order. */
final class IdBytes {

  private static final int LENGTH = Long.BYTES + Integer.BYTES;

  private IdBytes() {}

  static byte[] of(EventId id) {
    return ByteBuffer.allocate(LENGTH).putLong(id.position()).putInt(id.ordinal()).array();
  }

  static EventId read(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new EventId(buffer.getLong(), buffer.getInt());
  }
}
