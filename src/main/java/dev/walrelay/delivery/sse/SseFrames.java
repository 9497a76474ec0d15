package dev.walrelay.delivery.sse;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Op;
import dev.walrelay.eventlog.Block;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** Writes the frames of an event stream (HTML standard: Server-sent events). */
final class SseFrames {

  private static final byte[] ID = ascii("id: ");
  private static final byte[] END = ascii("\n\n");
  private static final byte[] COMMENT = ascii(":\n\n");
  private static final Map<Op, byte[]> BETWEEN_ID_AND_JSON = new EnumMap<>(Op.class);

  static {
    for (Op op : Op.values()) {
      BETWEEN_ID_AND_JSON.put(op, ascii("\nevent: " + op.text() + "\ndata: "));
    }
  }

  private final ResponseBuffer out;

  SseFrames(ResponseBuffer out) {
    this.out = out;
  }

  void event(Block block, int index) throws IOException {
    byte[] bytes = block.bytes();
    out.put(ID);
    out.put(bytes, block.idStart(index), EventId.LENGTH);
    out.put(between(block.op(index)));
    out.put(bytes, block.start(index), block.end(index) - block.start(index));
    out.put(END);
  }

  void event(EventId id, Op op, byte[] json) throws IOException {
    out.put(ID);
    out.put(ascii(id.toString()));
    out.put(between(op));
    out.put(json);
    out.put(END);
  }

  /** Moves the reader's Last-Event-ID and dispatches nothing. */
  void position(EventId id) throws IOException {
    // The id before every event would be refused once the first events are no longer stored.
    out.put(id.equals(EventId.NONE) ? COMMENT : ascii("id: " + id + "\n\n"));
  }

  /** Says after how many milliseconds to come back when the stream has ended. */
  void retry(int milliseconds) throws IOException {
    out.put(ascii("retry: " + milliseconds + "\n\n"));
  }

  private static byte[] between(Op op) {
    byte[] bytes = BETWEEN_ID_AND_JSON.get(op);
    if (bytes == null) {
      throw new IllegalStateException("no text for " + op);
    }
    return bytes;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
