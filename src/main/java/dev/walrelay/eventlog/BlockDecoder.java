package dev.walrelay.eventlog;

import static dev.walrelay.eventlog.IndexReader.require;

import com.github.luben.zstd.Zstd;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link BlockEncoder} wrote, and trusts none of it. */
final class BlockDecoder {

  private final IndexReader index;

  private BlockDecoder(IndexReader index) {
    this.index = index;
  }

  /**
   * Decodes a payload into a block with arrays of its own.
   *
   * @throws RuntimeException of many kinds if the payload is damaged
   */
  static Block decode(byte[] payload, int rawBytes) {
    ByteBuffer header = ByteBuffer.wrap(payload);
    int indexSize = header.getInt();
    int jsonOffset = BlockEncoder.HEADER + header.getInt();
    byte[] index =
        decompress(payload, BlockEncoder.HEADER, jsonOffset - BlockEncoder.HEADER, indexSize);
    byte[] json = decompress(payload, jsonOffset, payload.length - jsonOffset, rawBytes);
    return new BlockDecoder(new IndexReader(index)).block(json);
  }

  private static byte[] decompress(byte[] payload, int offset, int length, int expected) {
    require(
        Zstd.getFrameContentSize(payload, offset, length) == expected,
        "the size of the content differs");
    byte[] content = new byte[expected];
    long size = Zstd.decompressByteArray(content, 0, expected, payload, offset, length);
    require(size == expected, "the content ends early");
    return content;
  }

  private Block block(byte[] json) {
    int subjectCount = index.number();
    int count = index.number();
    require(count > 0 && count <= index.remaining(), "the number of events is impossible");
    List<Subject> dictionary = new ArrayList<>();
    for (int i = 0; i < subjectCount; i++) {
      dictionary.add(index.subject());
    }
    int[] ends = new int[count];
    byte[] ops = new byte[count];
    int[] subjects = new int[count];
    int end = 0;
    for (int i = 0; i < count; i++) {
      end += index.number();
      require(end > 0 && end <= json.length && json[end - 1] == '\n', "an event's end is wrong");
      ends[i] = end;
      ops[i] = Op.ofCode(index.code()).code();
      subjects[i] = index.number();
      require(subjects[i] < subjectCount, "an event's subject is unknown");
    }
    require(end == json.length && index.remaining() == 0, "index and content differ in length");
    return new Block(json, ends, ops, subjects, dictionary, count, Long.MIN_VALUE);
  }
}
