package dev.walrelay.event;

/** Steps over parts of valid JSON without reading them, of any length and depth. */
public final class JsonScan {

  private JsonScan() {}

  /** Where the string ends whose opening quote stands there. */
  public static int stringEnd(byte[] bytes, int quote) {
    int at = quote + 1;
    while (bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  /**
   * Where the value that begins there is over: at the comma or bracket behind it, or at the end.
   */
  public static int valueEnd(byte[] bytes, int start, int end) {
    int depth = 0;
    int at = start;
    while (at < end) {
      switch (bytes[at]) {
        case '"' -> at = stringEnd(bytes, at) - 1;
        case '{', '[' -> depth++;
        case '}', ']' -> {
          if (depth == 0) {
            return at;
          }
          depth--;
        }
        case ',' -> {
          if (depth == 0) {
            return at;
          }
        }
        default -> {}
      }
      at++;
    }
    return at;
  }
}
