package dev.walrelay.event;

/**
 * Writes one column value as JSON, straight from the text that the server printed to the bytes that
 * are stored. One is chosen per column when its relation is first seen.
 */
@FunctionalInterface
interface ValueWriter {

  /**
   * Appends the JSON of the value that stands in the bytes given, which is on one line and valid
   * whatever the bytes are.
   *
   * @return false if they are not what the type prints; what was appended then is of no use
   */
  boolean write(byte[] source, int offset, int length, JsonBuffer out);

  /**
   * Appends the value, or the text itself as a string where it is not what the type prints: a type
   * may have changed since the catalog was asked, and no value may ever stop the stream.
   */
  default void writeOrText(byte[] source, int offset, int length, JsonBuffer out) {
    int start = out.size();
    if (!write(source, offset, length, out)) {
      out.truncate(start);
      JsonText.writeString(source, offset, length, out);
    }
  }
}
