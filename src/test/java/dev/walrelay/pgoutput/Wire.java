package dev.walrelay.pgoutput;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes messages as a server would, or would not. */
public final class Wire {

  /** Stands for a column whose value is not sent, in {@link #tuple(Object...)}. */
  static final Object UNCHANGED = new Object();

  private static final int USUAL_BYTES = 8192;

  private final ByteBuffer buffer;

  private Wire(int capacity) {
    buffer = ByteBuffer.allocate(capacity);
  }

  /** A message that begins with that tag. */
  public static Wire message(char tag) {
    return message(tag, USUAL_BYTES);
  }

  /** A message of at most that many bytes. */
  public static Wire message(char tag, int capacity) {
    return new Wire(capacity).int8(tag);
  }

  /** Appends one byte. */
  public Wire int8(int value) {
    buffer.put((byte) value);
    return this;
  }

  /** Appends two bytes. */
  public Wire int16(int value) {
    buffer.putShort((short) value);
    return this;
  }

  /** Appends four bytes. */
  public Wire int32(int value) {
    buffer.putInt(value);
    return this;
  }

  /** Appends eight bytes. */
  public Wire int64(long value) {
    buffer.putLong(value);
    return this;
  }

  /** Appends bytes. */
  public Wire bytes(byte... value) {
    buffer.put(value);
    return this;
  }

  /** Appends text and a zero byte. */
  public Wire string(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8)).int8(0);
  }

  /** All that was appended. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** A tuple of texts, of bytes (binary), of null and of {@link #UNCHANGED}. */
  static TupleData tuple(@Nullable Object... columns) {
    Wire wire = new Wire(USUAL_BYTES).int16(columns.length);
    for (Object column : columns) {
      wire.column(column);
    }
    byte[] bytes = wire.toByteArray();
    return TupleData.of(bytes, 0, bytes.length);
  }

  private void column(@Nullable Object column) {
    switch (column) {
      case null -> int8('n');
      case String text -> value('t', text.getBytes(StandardCharsets.UTF_8));
      case byte[] binary -> value('b', binary);
      default -> int8('u');
    }
  }

  private void value(char kind, byte[] value) {
    int8(kind).int32(value.length).bytes(value);
  }
}
