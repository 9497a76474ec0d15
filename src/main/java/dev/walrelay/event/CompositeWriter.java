package dev.walrelay.event;

import java.util.List;

/** Row types, as an object by attribute name (manual: Composite Type Input and Output Syntax). */
final class CompositeWriter implements ValueWriter {

  private final byte[][] names;
  private final ValueWriter[] writers;
  private final Members members;

  CompositeWriter(List<String> names, List<ValueWriter> writers, Members members) {
    this.names = names.stream().map(JsonBytes::name).toArray(byte[][]::new);
    this.writers = writers.toArray(ValueWriter[]::new);
    this.members = members;
  }

  /** A row of more or fewer attributes is one from before or after the type was altered. */
  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    int end = offset + length;
    if (length < 2 || source[offset] != '(') {
      return false;
    }
    out.put((byte) '{');
    int at = offset + 1;
    for (int i = 0; i < names.length; i++) {
      if (i > 0) {
        if (source[at] != ',') {
          return false;
        }
        out.put((byte) ',');
        at++;
      }
      out.put(names[i]);
      int to = members.write(source, at, end, ',', ')', ')', writers[i], out);
      if (to == at) {
        out.put(JsonBytes.NULL);
      } else if (to < 0 || to == end) {
        return false;
      }
      at = to;
    }
    out.put((byte) '}');
    return at == end - 1 && source[at] == ')';
  }
}
