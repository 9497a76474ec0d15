package dev.walrelay.eventlog;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes blocks as payloads of {@link #FORMAT}: the length of the index as 4 bytes, of its zstd
 * frame as 4 bytes, that frame, and the zstd frame of the JSON, untouched. Two frames, so that
 * neither side has to copy the JSON to or from behind the index.
 *
 * <p>The index is what an {@link IndexWriter} writes: how many subjects and how many events; then
 * the subjects; then for each event its length, its operation as one byte, and its subject. Not
 * thread-safe.
 */
final class BlockEncoder implements AutoCloseable {

  static final int FORMAT = 1;
  static final int HEADER = 2 * Integer.BYTES;

  private static final int KEPT_SCRATCH = 1 << 20;

  /**
   * Events of a table repeat each other at a short distance and at length: a table of matches that
   * stays in the first cache finds as much as the level's own, in two thirds of the time.
   */
  private static final int HASH_LOG = 12;

  private static final int MIN_MATCH = 7;

  private final ZstdCompressCtx zstd =
      new ZstdCompressCtx().setLevel(1).setHashLog(HASH_LOG).setMinMatch(MIN_MATCH);
  private final IndexWriter index = new IndexWriter(16 << 10);
  private byte[] scratch = new byte[0];

  Payload encode(Block block) {
    index.clear();
    writeIndex(block);
    byte[] target =
        scratch(HEADER + Zstd.compressBound(index.size()) + Zstd.compressBound(block.size()));
    int size = HEADER;
    int indexFrame = compress(index.array(), index.size(), target, size);
    size += indexFrame;
    size += compress(block.bytes(), block.size(), target, size);
    ByteBuffer.wrap(target).putInt(index.size()).putInt(indexFrame);
    return new Payload(Arrays.copyOf(target, size));
  }

  private int compress(byte[] source, int length, byte[] target, int offset) {
    return zstd.compressByteArray(target, offset, target.length - offset, source, 0, length);
  }

  /** A single huge event must not keep its memory for ever. */
  private byte[] scratch(long bound) {
    int length = Math.toIntExact(bound);
    if (length <= scratch.length) {
      return scratch;
    }
    byte[] larger = new byte[length];
    if (length <= KEPT_SCRATCH) {
      scratch = larger;
    }
    return larger;
  }

  private void writeIndex(Block block) {
    index.number(block.dictionary().size());
    index.number(block.count());
    block.dictionary().forEach(index::subject);
    for (int i = 0; i < block.count(); i++) {
      index.number(block.end(i) + 1 - block.start(i));
      index.code(block.opCode(i));
      index.number(block.subject(i));
    }
  }

  @Override
  public void close() {
    zstd.close();
  }
}
