package dev.walrelay.event;

/**
 * What printed arrays, rows, ranges and hstores are made up of: text that stands as it is, or in
 * quotes. In quotes a backslash, or a quote before another one, escapes what follows. Each of those
 * types prints only one of the two forms or both, and nothing that is read differently for it
 * (manual: Array Input and Output Syntax, Composite Type Input and Output Syntax, Range
 * Input/Output, hstore).
 *
 * <p>Holds the scratch memory that escapes are taken out in. It works as a stack, since a member
 * can have members, and is shared by the writers of one thread.
 */
final class Members {

  private static final int LARGEST_KEPT = 1 << 20;
  private static final int SMALLEST = 256;

  private byte[] scratch = new byte[SMALLEST];
  private int used;

  /**
   * Writes the member that begins there, and returns the index behind it, or -1 if none does.
   * Writes nothing and returns the same index if there is nothing before the separator or one of
   * the closing characters: what that means differs.
   */
  int write(
      byte[] source,
      int from,
      int end,
      char separator,
      char close,
      char otherClose,
      ValueWriter writer,
      JsonBuffer out) {
    if (from < end && source[from] == '"') {
      return writeQuoted(source, from, end, writer, out);
    }
    for (int at = from; at < end; at++) {
      byte b = source[at];
      if (b == separator || b == close || b == otherClose) {
        if (at > from) {
          writer.writeOrText(source, from, at - from, out);
        }
        return at;
      }
      if (b == '"' || b == '\\') {
        return -1;
      }
    }
    return -1;
  }

  /** The same for a member whose quote stands there. */
  int writeQuoted(byte[] source, int from, int end, ValueWriter writer, JsonBuffer out) {
    int close = closingQuote(source, from + 1, end);
    if (close < 0) {
      return -1;
    }
    writeUnescaped(source, from + 1, close, writer, out);
    return close + 1;
  }

  /** The index of the quote that closes what was opened before that place, or -1. */
  private static int closingQuote(byte[] source, int from, int end) {
    int at = from;
    while (at < end) {
      byte b = source[at];
      if (b == '\\') {
        at += 2;
      } else if (b != '"') {
        at++;
      } else if (at + 1 < end && source[at + 1] == '"') {
        at += 2;
      } else {
        return at;
      }
    }
    return -1;
  }

  private void writeUnescaped(byte[] source, int from, int to, ValueWriter writer, JsonBuffer out) {
    int escape = firstEscape(source, from, to);
    if (escape == to) {
      writer.writeOrText(source, from, to - from, out);
      return;
    }
    int start = used;
    byte[] target = reserve(to - from);
    used = unescape(source, from, to, escape, target);
    writer.writeOrText(target, start, used - start, out);
    used = start;
    if (start == 0 && scratch.length > LARGEST_KEPT) {
      scratch = new byte[SMALLEST];
    }
  }

  private static int firstEscape(byte[] source, int from, int to) {
    int at = from;
    while (at < to && source[at] != '\\' && source[at] != '"') {
      at++;
    }
    return at;
  }

  private int unescape(byte[] source, int from, int to, int firstEscape, byte[] target) {
    int plain = firstEscape - from;
    System.arraycopy(source, from, target, used, plain);
    int at = used + plain;
    for (int i = firstEscape; i < to; i++) {
      if (source[i] == '\\' || source[i] == '"') {
        i++;
      }
      target[at++] = source[i];
    }
    return at;
  }

  /** What stands in an array that is replaced stays there for whoever is reading it. */
  private byte[] reserve(int length) {
    int wanted = Math.addExact(used, length);
    if (wanted > scratch.length) {
      scratch = new byte[(int) Math.max(wanted, Math.min(LARGEST_KEPT, scratch.length * 2L))];
    }
    return scratch;
  }
}
