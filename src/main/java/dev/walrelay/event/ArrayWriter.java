package dev.walrelay.event;

/**
 * Arrays, nested as deep as they have dimensions; lower bounds are dropped (manual: Array Input and
 * Output Syntax).
 */
final class ArrayWriter implements ValueWriter {

  /** The server's {@code MAXDIM}. */
  private static final int MOST_DIMENSIONS = 6;

  private static final byte[] NULL = JsonBytes.ascii("NULL");

  private final ValueWriter elements;
  private final char delimiter;
  private final Members members;

  ArrayWriter(ValueWriter elements, char delimiter, Members members) {
    this.elements = elements;
    this.delimiter = delimiter;
    this.members = members;
  }

  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    int at = skipBounds(source, offset, end);
    if (length == 0 || source[at] != '{') {
      return false;
    }
    if (end - at == 2 && source[at + 1] == '}') {
      out.put((byte) '[');
      out.put((byte) ']');
      return true;
    }
    int depth = 0;
    while (at < end) {
      while (at < end && source[at] == '{') {
        if (++depth > MOST_DIMENSIONS) {
          return false;
        }
        out.put((byte) '[');
        at++;
      }
      at = element(source, at, end, out);
      if (at < 0) {
        return false;
      }
      while (at < end && source[at] == '}' && depth > 0) {
        depth--;
        out.put((byte) ']');
        at++;
      }
      if (depth == 0 || at == end || source[at] != delimiter) {
        return depth == 0 && at == end;
      }
      out.put((byte) ',');
      at++;
    }
    return false;
  }

  /** {@code [2:3]=} before an array whose indexes don't begin with 1. */
  private static int skipBounds(byte[] source, int offset, int end) {
    int at = offset;
    while (at < end && source[at] != '{' && source[at] != '=') {
      at++;
    }
    boolean bounds = at > offset && at + 1 < end && source[offset] == '[' && source[at] == '=';
    return bounds ? at + 1 : offset;
  }

  private int element(byte[] source, int from, int end, JsonBuffer out) {
    if (isNull(source, from, end)) {
      out.put(JsonBytes.NULL);
      return from + NULL.length;
    }
    int to = members.write(source, from, end, delimiter, '}', '}', elements, out);
    return to == from ? -1 : to;
  }

  /** The server puts the text of that name, in any case, in quotes to tell it apart. */
  private boolean isNull(byte[] source, int from, int end) {
    int to = from + NULL.length;
    return to < end
        && source[from] == 'N'
        && (source[to] == delimiter || source[to] == '}')
        && JsonBytes.startsWith(source, from, end, NULL);
  }
}
