package dev.walrelay.event;

import java.util.Arrays;

/**
 * Checks that bytes are one JSON value in UTF-8 (RFC 8259), of any depth, without recursion and
 * without an object for anything in it.
 */
final class JsonSyntax {

  private static final byte[] TRUE = JsonBytes.ascii("true");
  private static final byte[] FALSE = JsonBytes.ascii("false");
  private static final byte[] NULL = JsonBytes.ascii("null");
  private static final long[] NO_LEVELS = {};
  private static final int HEX_DIGITS = 4;

  private final byte[] source;
  private final int end;
  private int at;
  private int depth;

  /** A bit for each open level, set for objects; the outermost 64 are kept apart. */
  private long outerLevels;

  private long[] innerLevels = NO_LEVELS;
  private boolean lineBreaks;

  JsonSyntax(byte[] source, int offset, int length) {
    this.source = source;
    this.at = offset;
    this.end = offset + length;
  }

  /** Whether all the bytes are one value; to be called once. */
  boolean isValue() {
    while (true) {
      skipSpace();
      switch (peek()) {
        case '{' -> {
          open(true);
          if (peek() != '}') {
            if (!name()) {
              return false;
            }
            continue;
          }
        }
        case '[' -> {
          open(false);
          if (peek() != ']') {
            continue;
          }
        }
        default -> {
          if (!scalar()) {
            return false;
          }
        }
      }
      if (!goesOn()) {
        return depth == 0 && at == end;
      }
    }
  }

  /** Whether raw line breaks stand between the tokens: the only place where they may. */
  boolean hasLineBreaks() {
    return lineBreaks;
  }

  /** Behind a value: closes what ends here, and says whether another value must follow. */
  private boolean goesOn() {
    while (true) {
      skipSpace();
      if (depth == 0) {
        return false;
      }
      byte next = peek();
      if (next == ',') {
        at++;
        skipSpace();
        return !inObject() || name();
      }
      if (next != (inObject() ? '}' : ']')) {
        return false;
      }
      at++;
      depth--;
    }
  }

  private boolean name() {
    if (peek() != '"' || !string()) {
      return false;
    }
    skipSpace();
    if (peek() != ':') {
      return false;
    }
    at++;
    return true;
  }

  private boolean scalar() {
    return switch (peek()) {
      case '"' -> string();
      case 't' -> word(TRUE);
      case 'f' -> word(FALSE);
      case 'n' -> word(NULL);
      default -> {
        int numberEnd = numberEnd(source, at, end);
        at = Math.max(at, numberEnd);
        yield numberEnd >= 0;
      }
    };
  }

  private boolean word(byte[] word) {
    int from = at;
    at = Math.min(end, at + word.length);
    return Arrays.equals(source, from, at, word, 0, word.length);
  }

  private boolean string() {
    at++;
    while (true) {
      at = JsonText.plainUntil(source, at, end);
      byte next = peek();
      if (next == '"') {
        at++;
        return true;
      }
      int length =
          next == '\\' ? escapeLength() : next < 0 ? Utf8.sequenceLength(source, at, end) : 0;
      if (length == 0) {
        return false;
      }
      at += length;
    }
  }

  private int escapeLength() {
    if (end - at < 2) {
      return 0;
    }
    return switch (source[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
      case 'u' -> areHexDigits(at + 2) ? 2 + HEX_DIGITS : 0;
      default -> 0;
    };
  }

  private boolean areHexDigits(int from) {
    if (end - from < HEX_DIGITS) {
      return false;
    }
    for (int i = from; i < from + HEX_DIGITS; i++) {
      if (Hex.digit(source[i]) < 0) {
        return false;
      }
    }
    return true;
  }

  private void skipSpace() {
    while (at < end) {
      switch (source[at]) {
        case ' ', '\t' -> at++;
        case '\n', '\r' -> {
          lineBreaks = true;
          at++;
        }
        default -> {
          return;
        }
      }
    }
  }

  /** The next byte; at the end 0, which nothing can begin with. */
  private byte peek() {
    return at < end ? source[at] : 0;
  }

  private void open(boolean object) {
    at++;
    if (depth < Long.SIZE) {
      outerLevels = withBit(outerLevels, depth, object);
    } else {
      int word = depth / Long.SIZE - 1;
      if (word >= innerLevels.length) {
        innerLevels = Arrays.copyOf(innerLevels, innerLevels.length * 2 + 1);
      }
      innerLevels[word] = withBit(innerLevels[word], depth, object);
    }
    depth++;
    skipSpace();
  }

  private static long withBit(long bits, int index, boolean set) {
    return set ? bits | 1L << index : bits & ~(1L << index);
  }

  private boolean inObject() {
    int level = depth - 1;
    long bits = level < Long.SIZE ? outerLevels : innerLevels[level / Long.SIZE - 1];
    return (bits >>> level & 1) != 0;
  }

  /** Where the number that begins there ends, or -1 if none does (RFC 8259 section 6). */
  static int numberEnd(byte[] source, int from, int end) {
    int at = from < end && source[from] == '-' ? from + 1 : from;
    int whole = at < end && source[at] == '0' ? at + 1 : digitsEnd(source, at, end);
    if (whole == at) {
      return -1;
    }
    at = whole;
    if (at < end && source[at] == '.') {
      int fraction = digitsEnd(source, at + 1, end);
      if (fraction == at + 1) {
        return -1;
      }
      at = fraction;
    }
    if (at < end && (source[at] == 'e' || source[at] == 'E')) {
      int sign = at + 1 < end && (source[at + 1] == '+' || source[at + 1] == '-') ? 1 : 0;
      int exponent = digitsEnd(source, at + 1 + sign, end);
      return exponent == at + 1 + sign ? -1 : exponent;
    }
    return at;
  }

  private static int digitsEnd(byte[] source, int from, int end) {
    int at = from;
    while (at < end && source[at] >= '0' && source[at] <= '9') {
      at++;
    }
    return at;
  }
}
