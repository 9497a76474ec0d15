package dev.walrelay.event;

/** Multiranges, as an array of their ranges, none of which is empty. */
final class MultirangeWriter implements ValueWriter {

  private final RangeWriter ranges;

  MultirangeWriter(RangeWriter ranges) {
    this.ranges = ranges;
  }

  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    if (length < 2 || source[offset] != '{') {
      return false;
    }
    out.put((byte) '[');
    int at = offset + 1;
    while (length > 2) {
      at = ranges.writeRange(source, at, end, out);
      if (at < 0 || at == end) {
        return false;
      }
      if (source[at] != ',') {
        break;
      }
      out.put((byte) ',');
      at++;
    }
    out.put((byte) ']');
    return at == end - 1 && source[at] == '}';
  }
}
