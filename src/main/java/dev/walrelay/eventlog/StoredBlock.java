package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;

/** A block as it stands in its row. */
record StoredBlock(
    long sequence,
    EventId firstId,
    EventId lastId,
    long lastCommitTime,
    long storedAt,
    int rawBytes,
    int format,
    int checksum,
    Payload payload) {

  static StoredBlock of(
      long sequence, Block block, long lastCommitTime, long storedAt, Payload payload) {
    return new StoredBlock(
        sequence,
        block.id(0),
        block.lastId(),
        lastCommitTime,
        storedAt,
        block.size(),
        BlockEncoder.FORMAT,
        payload.checksum(),
        payload);
  }

  int storedBytes() {
    return payload.size();
  }

  /**
   * Checks and decodes it.
   *
   * @throws DamagedLogException if it is damaged
   */
  Block decode() {
    try {
      return verified();
    } catch (RuntimeException e) {
      // What damaged bytes make a decoder throw is anybody's guess.
      throw new DamagedLogException(
          "The stored events %s to %s are damaged (%s): restore the event log from a copy, or start with walrelay.log.repair=true to let it begin behind them; a reader can continue after %s without them."
              .formatted(firstId, lastId, e.getMessage(), lastId),
          e);
    }
  }

  private Block verified() {
    if (format != BlockEncoder.FORMAT) {
      throw new IllegalArgumentException("their format " + format + " is unknown");
    }
    if (checksum != payload.checksum()) {
      throw new IllegalArgumentException("their checksum is wrong");
    }
    Block block = BlockDecoder.decode(payload.bytes(), rawBytes).withLastCommitTime(lastCommitTime);
    if (!block.id(0).equals(firstId) || !block.lastId().equals(lastId)) {
      throw new IllegalArgumentException("their row is about other events");
    }
    return block;
  }
}
