package dev.walrelay.event;

/** Ranges (manual: Range Input/Output). */
final class RangeWriter implements ValueWriter {

  private static final byte[] EMPTY_TEXT = JsonBytes.ascii("empty");
  private static final byte[] EMPTY = JsonBytes.ascii("{\"empty\":true}");
  private static final byte[] LOWER = JsonBytes.ascii("{\"lower\":");
  private static final byte[] UPPER = JsonBytes.ascii(",\"upper\":");
  private static final byte[] BOUNDS = JsonBytes.ascii(",\"bounds\":\"");

  private final ValueWriter bounds;
  private final Members members;

  RangeWriter(ValueWriter bounds, Members members) {
    this.bounds = bounds;
    this.members = members;
  }

  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    if (JsonBytes.startsWith(source, offset, end, EMPTY_TEXT)) {
      out.put(EMPTY);
      return length == EMPTY_TEXT.length;
    }
    return writeRange(source, offset, end, out) == end;
  }

  /** Writes the range that begins there, which is not empty; returns the index behind it, or -1. */
  int writeRange(byte[] source, int offset, int end, JsonBuffer out) {
    if (offset >= end || (source[offset] != '[' && source[offset] != '(')) {
      return -1;
    }
    out.put(LOWER);
    int comma = bound(source, offset + 1, end, out);
    if (comma < 0 || comma == end || source[comma] != ',') {
      return -1;
    }
    out.put(UPPER);
    int close = bound(source, comma + 1, end, out);
    if (close < 0 || close == end || (source[close] != ']' && source[close] != ')')) {
      return -1;
    }
    out.put(BOUNDS);
    out.put(source[offset]);
    out.put(source[close]);
    out.put((byte) '"');
    out.put((byte) '}');
    return close + 1;
  }

  private int bound(byte[] source, int from, int end, JsonBuffer out) {
    int to = members.write(source, from, end, ',', ']', ')', bounds, out);
    if (to == from) {
      out.put(JsonBytes.NULL);
    }
    return to;
  }
}
