package dev.walrelay.pgoutput;

/** Where messages carry a transaction id. */
final class StreamBlock {

  private static final byte[] START = {'S', 0, 0, 0, 1, 1};

  private StreamBlock() {}

  /** Lets the decoder see the start of a block. */
  static void open(PgOutputDecoder decoder) {
    decoder.decode(START, 0, START.length);
  }

  /** Whether the next message stands in a block. */
  static boolean stateAfter(Bytes message, boolean before) {
    return switch (message.array()[message.offset()]) {
      case 'S' -> true;
      case 'E' -> false;
      default -> before;
    };
  }
}
