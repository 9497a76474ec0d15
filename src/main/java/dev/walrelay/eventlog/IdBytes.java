package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Event ids as 12 bytes that a database compares in stream order. */
final class IdBytes {

  private static final int LENGTH = Long.BYTES + Integer.BYTES;

  private IdBytes() {}

  static byte[] of(EventId id) {
    return ByteBuffer.allocate(LENGTH).putLong(id.position()).putInt(id.ordinal()).array();
  }

  /** Whether they can be read: what is not under a checksum yet can be anything. */
  static boolean areId(byte @Nullable [] bytes) {
    return bytes != null && bytes.length == LENGTH;
  }

  static EventId read(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new EventId(buffer.getLong(), buffer.getInt());
  }
}
