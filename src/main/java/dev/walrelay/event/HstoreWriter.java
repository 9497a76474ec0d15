package dev.walrelay.event;

/** hstore, as an object of strings and nulls; the empty one is printed as nothing. */
final class HstoreWriter implements ValueWriter {

  private static final byte[] ARROW = JsonBytes.ascii("=>");
  private static final byte[] NULL = JsonBytes.ascii("NULL");
  private static final byte[] SEPARATOR = JsonBytes.ascii(", ");

  private final Members members;

  HstoreWriter(Members members) {
    this.members = members;
  }

  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    int at = offset;
    out.put((byte) '{');
    while (at < end) {
      at = pair(source, at, end, out);
      if (at < 0) {
        return false;
      }
      if (at < end) {
        if (!JsonBytes.startsWith(source, at, end, SEPARATOR)) {
          return false;
        }
        out.put((byte) ',');
        at += SEPARATOR.length;
        if (at == end) {
          return false;
        }
      }
    }
    out.put((byte) '}');
    return true;
  }

  private int pair(byte[] source, int from, int end, JsonBuffer out) {
    int at = text(source, from, end, out);
    if (at < 0 || !JsonBytes.startsWith(source, at, end, ARROW)) {
      return -1;
    }
    out.put((byte) ':');
    at += ARROW.length;
    if (JsonBytes.startsWith(source, at, end, NULL)) {
      out.put(JsonBytes.NULL);
      return at + NULL.length;
    }
    return text(source, at, end, out);
  }

  private int text(byte[] source, int from, int end, JsonBuffer out) {
    return from < end && source[from] == '"'
        ? members.writeQuoted(source, from, end, ScalarWriters::text, out)
        : -1;
  }
}
