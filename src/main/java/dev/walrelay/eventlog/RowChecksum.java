package dev.walrelay.eventlog;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * CRC32C over columns of a stored row. Files hold these numbers, so the bytes that they are of are
 * written down here and never change; how a class prints itself has no part in them.
 *
 * <p>Each column is a byte for its type and then, big-endian: an integer {@code N} and 8 bytes; a
 * text {@code T}, 4 bytes for the length of its UTF-8 and that; bytes {@code B}, 4 for their length
 * and they; a null {@code 0}.
 */
public final class RowChecksum {

  private RowChecksum() {}

  /**
   * Over columns in an order that is always the same.
   *
   * @throws IllegalArgumentException if one is of a type that no row of ours has
   */
  public static int of(@Nullable Object... columns) {
    CRC32C crc = new CRC32C();
    for (Object column : columns) {
      switch (column) {
        case null -> crc.update('0');
        case Integer number -> number(number, crc);
        case Long number -> number(number, crc);
        case String text -> bytes('T', text.getBytes(StandardCharsets.UTF_8), crc);
        case byte[] bytes -> bytes('B', bytes, crc);
        default -> throw new IllegalArgumentException("a column has another type than it should");
      }
    }
    return (int) crc.getValue();
  }

  private static void number(long value, CRC32C crc) {
    crc.update('N');
    put(value, Long.BYTES, crc);
  }

  private static void bytes(char type, byte[] bytes, CRC32C crc) {
    crc.update(type);
    put(bytes.length, Integer.BYTES, crc);
    crc.update(bytes);
  }

  private static void put(long value, int bytes, CRC32C crc) {
    for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      crc.update((int) (value >>> shift));
    }
  }
}
