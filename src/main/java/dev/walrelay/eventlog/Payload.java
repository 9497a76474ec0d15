package dev.walrelay.eventlog;

import java.util.zip.CRC32C;

/** The bytes that a block is stored as. */
final class Payload {

  private final byte[] bytes;

  /** Takes over the array. */
  Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return bytes.length;
  }

  /** CRC32C of the bytes. */
  int checksum() {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
