package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventMembers;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.eventlog.Block;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes events in the JSON format of CloudEvents 1.0. {@code subject} is the table or the prefix,
 * {@code sequence} the event's id, {@code partitionkey} the row's key as JSON text.
 */
final class CloudEvent {

  private static final byte[] COMMIT_TIME = ascii("commit_time");
  private static final byte[] KEY = ascii("key");

  private CloudEvent() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static void write(Block block, int index, String source, ByteArrayOutputStream out) {
    int start = block.start(index);
    int end = block.end(index);
    EventMembers event = new EventMembers(block.bytes(), start, end);
    StringBuilder head = head(block.id(index).toString(), block.op(index), source);
    switch (block.dictionary().get(block.subject(index))) {
      case Subject.Table table -> {
        attribute("subject", table.schema() + "." + table.table(), head);
        if (event.find(KEY)) {
          attribute("partitionkey", text(block, event), head);
        }
      }
      case Subject.Prefix prefix -> {
        attribute("subject", prefix.prefix(), head);
        attribute("partitionkey", prefix.prefix(), head);
      }
      case Subject.Stream _ -> {}
    }
    attribute("time", event.text(COMMIT_TIME), head);
    write(head, block.bytes(), start, end, out);
  }

  private static String text(Block block, EventMembers event) {
    int start = event.valueStart();
    return new String(block.bytes(), start, event.valueEnd() - start, StandardCharsets.UTF_8);
  }

  /** An event that is about the stream itself. */
  static void write(String id, Op op, byte[] json, String source, ByteArrayOutputStream out) {
    write(head(id, op, source), json, 0, json.length, out);
  }

  private static StringBuilder head(String id, Op op, String source) {
    StringBuilder head = new StringBuilder("{\"specversion\":\"1.0\"");
    attribute("id", id, head);
    attribute("source", source, head);
    attribute("type", "dev.walrelay." + op.text(), head);
    attribute("sequence", id, head);
    return head;
  }

  /** An attribute must not be empty. */
  private static void attribute(String name, String value, StringBuilder head) {
    if (!value.isEmpty()) {
      head.append(",\"").append(name).append("\":\"");
      JsonStringEncoder.getInstance().quoteAsString(value, head);
      head.append('"');
    }
  }

  private static void write(
      StringBuilder head, byte[] json, int start, int end, ByteArrayOutputStream out) {
    head.append(",\"datacontenttype\":\"application/json\",\"data\":");
    out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    out.write(json, start, end - start);
    out.write('}');
  }
}
