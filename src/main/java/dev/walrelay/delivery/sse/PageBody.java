package dev.walrelay.delivery.sse;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.Block;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes a page's events one after the other: as lines, or as an array in an object. */
final class PageBody {

  private static final byte[] ARRAY_BEGIN = ascii("{\"events\":[");
  private static final byte[] COMMA = ascii(",");
  private static final byte[] LINE_FEED = ascii("\n");

  private final ResponseBuffer out;
  private final boolean array;
  private int count;

  PageBody(Format format, ResponseBuffer out) {
    this.out = out;
    this.array = format == Format.JSON;
  }

  /** How many events were written. */
  int count() {
    return count;
  }

  void event(Block block, int index) throws IOException {
    json(block.bytes(), block.start(index), block.end(index) - block.start(index));
  }

  void event(byte[] json) throws IOException {
    json(json, 0, json.length);
  }

  private void json(byte[] bytes, int offset, int length) throws IOException {
    if (array) {
      out.put(count == 0 ? ARRAY_BEGIN : COMMA);
    }
    out.put(bytes, offset, length);
    if (!array) {
      out.put(LINE_FEED);
    }
    count++;
  }

  /**
   * Ends the page and sends it.
   *
   * @param next where the next page goes on
   */
  void end(EventId next) throws IOException {
    if (array) {
      if (count == 0) {
        out.put(ARRAY_BEGIN);
      }
      out.put(ascii("],\"next\":\"" + next + "\"}"));
    }
    out.flush();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
