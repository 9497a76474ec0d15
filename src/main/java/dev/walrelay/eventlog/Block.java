package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Interest;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Consecutive events of the log, decompressed and immutable, shared by all readers. */
public final class Block {

  private static final int ID_OFFSET = "{\"id\":\"".length();
  private static final int OBJECTS_WEIGHT = 256;

  private final byte[] bytes;
  private final int[] ends;
  private final byte[] ops;
  private final int[] subjects;
  private final List<Subject> dictionary;
  private final int count;
  private final EventId lastId;
  private final long lastCommitTime;

  /** Made by the first who asks; whoever gets to see it sees it whole. */
  private @Nullable Contents contents;

  Block(
      byte[] bytes,
      int[] ends,
      byte[] ops,
      int[] subjects,
      List<Subject> dictionary,
      int count,
      long lastCommitTime) {
    this.bytes = bytes;
    this.ends = ends;
    this.ops = ops;
    this.subjects = subjects;
    this.dictionary = List.copyOf(dictionary);
    this.count = count;
    this.lastId = id(count - 1);
    this.lastCommitTime = lastCommitTime;
  }

  /** Takes over a batch that is complete; its arrays are not copied. */
  public static Block of(EventBatch batch) {
    return new Block(
        batch.bytes(),
        batch.ends(),
        batch.ops(),
        batch.subjects(),
        batch.dictionary(),
        batch.count(),
        batch.lastCommitTime());
  }

  /** How many events are in it; at least one. */
  public int count() {
    return count;
  }

  /** The array that {@link #start} and {@link #end} point into; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where an event's JSON begins. */
  public int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** Where an event's JSON ends: the place of the line feed behind it. */
  public int end(int index) {
    return ends[index] - 1;
  }

  /** An event's operation. */
  public Op op(int index) {
    return Op.ofCode(ops[index]);
  }

  /** An event's subject, as an index of {@link #dictionary()}. */
  public int subject(int index) {
    return subjects[index];
  }

  /** The subjects of the events in this block. */
  public List<Subject> dictionary() {
    return dictionary;
  }

  /** An event's id. */
  public EventId id(int index) {
    return EventId.read(bytes, start(index) + ID_OFFSET);
  }

  /** Where an event's id stands in {@link #bytes()}, as {@link EventId#LENGTH} bytes. */
  public int idStart(int index) {
    return start(index) + ID_OFFSET;
  }

  /** The id of the last event. */
  public EventId lastId() {
    return lastId;
  }

  /**
   * The latest commit time in it, in microseconds since 1970, or {@link Long#MIN_VALUE} where it is
   * not known: for metrics only.
   */
  public long lastCommitTime() {
    return lastCommitTime;
  }

  /** The index of the first event after the id; {@link #count()} if there is none. */
  public int indexAfter(EventId after) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (id(middle).isAfter(after)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Bytes of JSON in it, line feeds included. */
  int size() {
    return ends[count - 1];
  }

  /** About how much memory it holds; its arrays may be larger than what is in them. */
  long weight() {
    return bytes.length
        + (long) ends.length * Integer.BYTES
        + ops.length
        + (long) subjects.length * Integer.BYTES
        + OBJECTS_WEIGHT;
  }

  /** The same events, with the commit time that is stored beside them. */
  Block withLastCommitTime(long time) {
    return new Block(bytes, ends, ops, subjects, dictionary, count, time);
  }

  /** What is in it. */
  Contents contents() {
    Contents known = contents;
    if (known == null) {
      known = Contents.of(dictionary, subjects, ops, count);
      contents = known;
    }
    return known;
  }

  /** Whether a reader wants an event of it, as far as its index can tell. */
  public boolean concerns(Interest interest) {
    return contents().concern(interest);
  }

  byte opCode(int index) {
    return ops[index];
  }

  /** The same events; if most of the array is unused, in arrays that fit. */
  Block trimmed() {
    return bytes.length - size() <= size()
        ? this
        : new Block(
            Arrays.copyOf(bytes, size()),
            Arrays.copyOf(ends, count),
            Arrays.copyOf(ops, count),
            Arrays.copyOf(subjects, count),
            dictionary,
            count,
            lastCommitTime);
  }
}
