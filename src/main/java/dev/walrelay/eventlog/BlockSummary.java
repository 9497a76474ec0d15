package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a stored block has between two events, kept beside it so that a reader who wants nothing of
 * it need not read it. It must never hide an event: it has a checksum, it says where it begins so
 * that a missing one is noticed, and who cannot make use of it reads the block.
 */
final class BlockSummary {

  /** Of a block with more subjects than this there is none: it would cost as much as the block. */
  private static final int MAX_BYTES = 2048;

  private final EventId after;
  private final EventId lastId;
  private final byte[] contents;
  private final int checksum;

  BlockSummary(EventId after, EventId lastId, byte[] contents, int checksum) {
    this.after = after;
    this.lastId = lastId;
    this.contents = contents;
    this.checksum = checksum;
  }

  /**
   * Of a block that is complete; none if it takes in what comes next, or has too many subjects.
   *
   * @param after the last event before the block
   */
  static Optional<BlockSummary> of(EventId after, Block block) {
    if (block.size() < RowPlan.JOIN_BELOW) {
      return Optional.empty();
    }
    IndexWriter out = new IndexWriter(256);
    block.contents().write(out);
    byte[] contents = out.toByteArray();
    return contents.length > MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            new BlockSummary(
                after, block.lastId(), contents, checksum(after, block.lastId(), contents)));
  }

  EventId after() {
    return after;
  }

  EventId lastId() {
    return lastId;
  }

  byte[] contents() {
    return contents;
  }

  int checksum() {
    return checksum;
  }

  /** Whether it is what was written, and has all events from the one after the id on. */
  boolean covers(EventId reader) {
    return !after.isAfter(reader) && checksum == checksum(after, lastId, contents);
  }

  private static int checksum(EventId after, EventId lastId, byte[] contents) {
    CRC32C crc = new CRC32C();
    crc.update(IdBytes.of(after));
    crc.update(IdBytes.of(lastId));
    crc.update(contents);
    return (int) crc.getValue();
  }
}
