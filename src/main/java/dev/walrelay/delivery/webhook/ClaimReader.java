package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventMembers;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.eventlog.Block;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Finds out which rows, prefixes and tables events are about. For one delivery. */
final class ClaimReader {

  private static final byte[] KEY = ascii("key");
  private static final byte[] OLD_KEY = ascii("old_key");
  private static final byte[] BEFORE = ascii("before");
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Set<Long> exclusive = new HashSet<>();
  private final Set<Long> shared = new HashSet<>();
  private boolean everything;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void add(Block block, int index) {
    switch (block.dictionary().get(block.subject(index))) {
      case Subject.Table table -> addRow(block, index, hash(table.schema() + '\0' + table.table()));
      case Subject.Prefix prefix -> exclusive.add(hash('\0' + prefix.prefix()));
      case Subject.Stream _ -> everything = true;
    }
  }

  Claims claims() {
    return everything ? Claims.EVERYTHING : new Claims(exclusive, shared, false);
  }

  private void addRow(Block block, int index, long table) {
    Op op = block.op(index);
    EventMembers event = new EventMembers(block.bytes(), block.start(index), block.end(index));
    if (op == Op.TRUNCATE || !event.find(KEY)) {
      // Rows that nothing identifies are in order by their table, and wait for its other rows.
      exclusive.add(table);
      return;
    }
    shared.add(table);
    int keyStart = event.valueStart();
    int keyEnd = event.valueEnd();
    exclusive.add(hash(table, block.bytes(), keyStart, keyEnd));
    if (event.find(OLD_KEY)) {
      exclusive.add(hash(table, block.bytes(), event.valueStart(), event.valueEnd()));
    } else if (op == Op.UPDATE && event.find(BEFORE)) {
      addKeyBefore(table, block.bytes(), new EventMembers(block.bytes(), keyStart, keyEnd), event);
    }
  }

  /** Events stored by earlier versions do not tell the old key if they hold the whole old row. */
  private void addKeyBefore(long table, byte[] bytes, EventMembers key, EventMembers event) {
    EventMembers before = event.object();
    StringBuilder oldKey = new StringBuilder("{");
    key.forEach(
        (nameStart, nameEnd, valueStart, valueEnd) -> {
          byte[] name = Arrays.copyOfRange(bytes, nameStart, nameEnd);
          oldKey.append(oldKey.length() > 1 ? "," : "");
          oldKey.append('"').append(latin1(bytes, nameStart, nameEnd)).append("\":");
          if (before.find(name)) {
            oldKey.append(latin1(bytes, before.valueStart(), before.valueEnd()));
          }
        });
    byte[] old = oldKey.append('}').toString().getBytes(StandardCharsets.ISO_8859_1);
    exclusive.add(hash(table, old, 0, old.length));
  }

  private static String latin1(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return hash(0, bytes, 0, bytes.length);
  }

  private static long hash(long seed, byte[] bytes, int start, int end) {
    long hash = seed + end - start;
    for (int i = start; i < end; i++) {
      hash = (hash ^ bytes[i]) * MIX;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
