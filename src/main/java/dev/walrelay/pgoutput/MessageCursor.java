package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A place in a message, which every read moves on. The only code that knows about bounds: a read
 * that would leave the message, and a count or length that the message has no bytes for, throws
 * {@link PgOutputException}.
 */
final class MessageCursor {

  private static final VarHandle SHORT = bigEndian(short[].class);
  private static final VarHandle INT = bigEndian(int[].class);
  private static final VarHandle LONG = bigEndian(long[].class);

  private byte[] array = {};
  private int start;
  private int end;
  private int position;
  private String messageName = "";

  private static VarHandle bigEndian(Class<?> viewed) {
    return MethodHandles.byteArrayViewVarHandle(viewed, ByteOrder.BIG_ENDIAN);
  }

  void reset(byte[] message, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, message.length);
    array = message;
    start = offset;
    end = offset + length;
    position = offset;
    messageName = "(unknown)";
  }

  /** Says what is being read, for error messages. */
  MessageCursor named(String name) {
    messageName = name;
    return this;
  }

  byte[] array() {
    return array;
  }

  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  byte int8() {
    return array[take(Byte.BYTES)];
  }

  int int32() {
    return int32(array, take(Integer.BYTES));
  }

  long int64() {
    return (long) LONG.get(array, take(Long.BYTES));
  }

  Lsn lsn() {
    return new Lsn(int64());
  }

  /** Text up to a zero byte. A database in SQL_ASCII may hold anything, so nothing is refused. */
  String string() {
    int from = position;
    skipString();
    return new String(array, from, position - 1 - from, StandardCharsets.UTF_8);
  }

  /** Passes over text and the zero byte at its end. */
  void skipString() {
    int to = position;
    while (to < end && array[to] != 0) {
      to++;
    }
    if (to == end) {
      throw failure(0, "the text has no zero byte at its end");
    }
    position = to + 1;
  }

  /** A schema's name: the server saves the space of the most frequent one. */
  String namespace() {
    String name = string();
    return name.isEmpty() ? "pg_catalog" : name;
  }

  /** Bytes behind their length. */
  Bytes bytes() {
    int length = length32();
    return new Bytes(array, take(length), length);
  }

  /** A byte of which only the given bits may be set. */
  int flags(int allowed) {
    byte flags = int8();
    if ((flags & ~allowed) != 0) {
      throw failure(Byte.BYTES, "the flags 0x%02x are not known".formatted(flags));
    }
    return flags;
  }

  /** A byte that is 0 or 1. */
  boolean flag() {
    return flags(1) == 1;
  }

  /** The number of things that follow, each of which takes at least that many bytes. */
  int count16(String things, int bytesEach) {
    return checked((short) SHORT.get(array, take(Short.BYTES)), Short.BYTES, things, bytesEach);
  }

  /** The number of things that follow behind a gap, each of that many bytes. */
  int count32(String things, int bytesEach) {
    return checked(int32(), Integer.BYTES, things, bytesEach);
  }

  /** The number of bytes that follow. */
  int length32() {
    return count32("bytes", 1);
  }

  private int checked(int count, int countBytes, String things, int bytesEach) {
    if (count < 0 || (long) count * bytesEach > end - position) {
      throw failure(
          countBytes,
          "%d %s are announced, and %d bytes are left".formatted(count, things, end - position));
    }
    return count;
  }

  /** Passes over bytes whose length has been read. */
  void skip(int length) {
    take(length);
  }

  private int take(int length) {
    if (length > end - position) {
      throw failure(0, "%d bytes are needed, and %d are left".formatted(length, end - position));
    }
    int taken = position;
    position += length;
    return taken;
  }

  void expectEnd() {
    if (position != end) {
      throw failure(0, "%d bytes are left over".formatted(end - position));
    }
  }

  /** What to throw if the byte just read is none of the expected. */
  PgOutputException unexpected(String what, byte found, String expected) {
    return failure(Byte.BYTES, "the %s is 0x%02x instead of %s".formatted(what, found, expected));
  }

  /** What to throw if the message, of which only the tag has been read, may not stand here. */
  PgOutputException misplaced(String problem) {
    return failure(Byte.BYTES, problem);
  }

  private PgOutputException failure(int bytesBack, String problem) {
    return new PgOutputException(messageName, position - bytesBack - start, problem);
  }

  /** Writes a big-endian number anywhere in an array. */
  static void putInt32(byte[] array, int offset, int value) {
    INT.set(array, offset, value);
  }

  /** A big-endian number anywhere in an array. */
  static int int32(byte[] array, int offset) {
    return (int) INT.get(array, offset);
  }
}
