package dev.walrelay.pgoutput;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The characters of an encoding beside ASCII. No byte that a server can store is refused: what is
 * no character becomes U+FFFD. Not thread-safe.
 */
sealed interface Characters permits SingleByteCharacters, EucCharacters {

  /** U+FFFD, for what has no other character. */
  byte[] UNKNOWN = "\uFFFD".getBytes(UTF_8);

  /** How many bytes make up the character that starts there, with a byte above 0x7F. */
  int length(byte[] source, int at, int end);

  /** That character in UTF-8: not to be written to. */
  byte[] utf8(byte[] source, int at, int length);

  /** For a table: what has no character is known by the replacement that Java decodes it to. */
  static byte[] utf8(String decoded) {
    return decoded.indexOf('\uFFFD') < 0 ? decoded.getBytes(UTF_8) : UNKNOWN;
  }
}
