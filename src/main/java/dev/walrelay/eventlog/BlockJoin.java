package dev.walrelay.eventlog;

import dev.walrelay.event.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one block of consecutive small ones. */
final class BlockJoin {

  private final byte[] bytes;
  private final int[] ends;
  private final byte[] ops;
  private final int[] subjects;
  private final List<Subject> dictionary = new ArrayList<>();
  private final Map<Subject, Integer> dictionaryIndex = new HashMap<>();
  private int size;
  private int count;

  private BlockJoin(int totalSize, int totalCount) {
    bytes = new byte[totalSize];
    ends = new int[totalCount];
    ops = new byte[totalCount];
    subjects = new int[totalCount];
  }

  /** The events of all parts, in that order; one part alone is only trimmed. */
  static Block of(List<Block> parts) {
    if (parts.size() == 1) {
      return parts.getFirst().trimmed();
    }
    BlockJoin join =
        new BlockJoin(
            parts.stream().mapToInt(Block::size).reduce(0, Math::addExact),
            parts.stream().mapToInt(Block::count).sum());
    parts.forEach(join::add);
    return new Block(
        join.bytes,
        join.ends,
        join.ops,
        join.subjects,
        join.dictionary,
        join.count,
        parts.stream().mapToLong(Block::lastCommitTime).max().orElseThrow());
  }

  private void add(Block part) {
    System.arraycopy(part.bytes(), 0, bytes, size, part.size());
    int[] translated = part.dictionary().stream().mapToInt(this::subject).toArray();
    for (int i = 0; i < part.count(); i++) {
      ends[count] = size + part.end(i) + 1;
      ops[count] = part.opCode(i);
      subjects[count] = translated[part.subject(i)];
      count++;
    }
    size += part.size();
  }

  private int subject(Subject subject) {
    Integer known = dictionaryIndex.putIfAbsent(subject, dictionary.size());
    if (known != null) {
      return known;
    }
    dictionary.add(subject);
    return dictionary.size() - 1;
  }
}
