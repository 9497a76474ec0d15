package dev.walrelay.eventlog;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.walrelay.event.JsonBuffer;
import dev.walrelay.event.Subject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes blocks as payloads of {@link #FORMAT}: the length of the index as 4 bytes, of its zstd
 * frame as 4 bytes, that frame, and the zstd frame of the JSON, untouched. Two frames, so that
 * neither side has to copy the JSON to or from behind the index.
 *
 * <p>The index is made of numbers of 7 bits a byte, lowest first: how many subjects and how many
 * events; then for each subject a byte for its kind and its texts in UTF-8, each behind its length;
 * then for each event its length, its operation as one byte, and its subject. Not thread-safe.
 */
final class BlockEncoder implements AutoCloseable {

  static final int FORMAT = 1;
  static final int HEADER = 2 * Integer.BYTES;
  static final byte TABLE = 0;
  static final byte PREFIX = 1;
  static final byte STREAM = 2;

  private static final int KEPT_SCRATCH = 1 << 20;

  private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(1);
  private final JsonBuffer index = new JsonBuffer(16 << 10);
  private byte[] scratch = new byte[0];

  Payload encode(Block block) {
    index.truncate(0);
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
    writeNumber(block.dictionary().size());
    writeNumber(block.count());
    block.dictionary().forEach(this::writeSubject);
    for (int i = 0; i < block.count(); i++) {
      writeNumber(block.end(i) + 1 - block.start(i));
      index.put(block.opCode(i));
      writeNumber(block.subject(i));
    }
  }

  private void writeSubject(Subject subject) {
    switch (subject) {
      case Subject.Table(String schema, String table) -> {
        index.put(TABLE);
        writeText(schema);
        writeText(table);
      }
      case Subject.Prefix(String prefix) -> {
        index.put(PREFIX);
        writeText(prefix);
      }
      case Subject.Stream.STREAM -> index.put(STREAM);
    }
  }

  private void writeText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    writeNumber(utf8.length);
    index.put(utf8);
  }

  private void writeNumber(int value) {
    int rest = value;
    while (rest > 127) {
      index.put((byte) (rest | 128));
      rest >>>= 7;
    }
    index.put((byte) rest);
  }

  @Override
  public void close() {
    zstd.close();
  }
}
