package dev.walrelay.eventlog;

import com.github.luben.zstd.Zstd;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link BlockEncoder} wrote, and trusts none of it. */
final class BlockDecoder {

  private final ByteBuffer index;

  private BlockDecoder(ByteBuffer index) {
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
    return new BlockDecoder(ByteBuffer.wrap(index)).block(json);
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
    int subjectCount = readNumber();
    int count = readNumber();
    require(count > 0 && count <= index.remaining(), "the number of events is impossible");
    List<Subject> dictionary = new ArrayList<>();
    for (int i = 0; i < subjectCount; i++) {
      dictionary.add(readSubject());
    }
    int[] ends = new int[count];
    byte[] ops = new byte[count];
    int[] subjects = new int[count];
    int end = 0;
    for (int i = 0; i < count; i++) {
      end += readNumber();
      require(end > 0 && end <= json.length && json[end - 1] == '\n', "an event's end is wrong");
      ends[i] = end;
      ops[i] = Op.ofCode(index.get()).code();
      subjects[i] = readNumber();
      require(subjects[i] < subjectCount, "an event's subject is unknown");
    }
    require(end == json.length && !index.hasRemaining(), "index and content differ in length");
    return new Block(json, ends, ops, subjects, dictionary, count, Long.MIN_VALUE);
  }

  private Subject readSubject() {
    byte kind = index.get();
    return switch (kind) {
      case BlockEncoder.TABLE -> new Subject.Table(readText(), readText());
      case BlockEncoder.PREFIX -> new Subject.Prefix(readText());
      case BlockEncoder.STREAM -> Subject.Stream.STREAM;
      default -> throw new IllegalArgumentException("no subject is of kind " + kind);
    };
  }

  private String readText() {
    int length = readNumber();
    require(length <= index.remaining(), "a name does not end");
    byte[] utf8 = new byte[length];
    index.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private int readNumber() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte next = index.get();
      value |= (next & 127) << shift;
      if (next >= 0) {
        require(value >= 0, "a number is negative");
        return value;
      }
    }
    throw new IllegalArgumentException("a number does not end");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
