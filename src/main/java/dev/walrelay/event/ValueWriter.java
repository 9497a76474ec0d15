package dev.walrelay.event;

/**
 * Writes one column value as JSON, straight from the text that the server printed to the bytes that
 * are stored. One is chosen per column when its relation is first seen.
 */
@FunctionalInterface
interface ValueWriter {

  /** Appends the JSON of the value that stands in the bytes given. */
  void write(byte[] source, int offset, int length, JsonBuffer out);
}
