package dev.walrelay.eventlog;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Interest;
import dev.walrelay.event.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * Which operations on which subjects consecutive events are, by which most readers see that they
 * want none of them. Immutable.
 */
final class Contents {

  private final List<Subject> subjects;
  private final int[] ops;

  private Contents(List<Subject> subjects, int[] ops) {
    this.subjects = subjects;
    this.ops = ops;
  }

  static Contents of(EventBatch batch) {
    return of(batch.dictionary(), batch.subjects(), batch.ops(), batch.count());
  }

  /** Of events with these subjects, as indexes of the dictionary, and operations. */
  static Contents of(List<Subject> dictionary, int[] subjects, byte[] opCodes, int count) {
    int[] ops = new int[dictionary.size()];
    for (int i = 0; i < count; i++) {
      ops[subjects[i]] |= Interest.bit(opCodes[i]);
    }
    return new Contents(dictionary, ops);
  }

  /** Whether somebody with this interest wants one of the events, as far as an index can tell. */
  boolean concern(Interest interest) {
    for (int i = 0; i < ops.length; i++) {
      if ((interest.ops(subjects.get(i)) & ops[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  void write(IndexWriter out) {
    out.number(ops.length);
    for (int i = 0; i < ops.length; i++) {
      out.subject(subjects.get(i));
      out.number(ops[i]);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException of many kinds if it is damaged
   */
  static Contents read(IndexReader in) {
    int count = in.number();
    IndexReader.require(count <= in.remaining(), "the number of subjects is impossible");
    List<Subject> subjects = new ArrayList<>(count);
    int[] ops = new int[count];
    for (int i = 0; i < count; i++) {
      subjects.add(in.subject());
      ops[i] = in.number();
    }
    return new Contents(subjects, ops);
  }
}
