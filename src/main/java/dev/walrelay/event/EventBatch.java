package dev.walrelay.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive encoded events, filled by one thread and then handed over, whole, to the log. The
 * JSON of the events stands in one buffer, each followed by a line feed; beside it stand, for each
 * event, where it ends, its operation and its subject, so that readers select without parsing.
 */
public final class EventBatch {

  /** Bytes: an update of a few columns. */
  private static final int USUAL_EVENT = 384;

  private final JsonBuffer json;
  private int[] ends;
  private byte[] ops;
  private int[] subjects;
  private final List<Subject> dictionary = new ArrayList<>();
  private final Map<Subject, Integer> dictionaryIndex = new HashMap<>();
  private @Nullable Subject latestSubject;
  private int latestIndex;
  private int count;
  private long lastCommitTime = Long.MIN_VALUE;

  /** Starts a batch with room for about that many bytes of JSON; it grows beyond as needed. */
  public EventBatch(int capacity) {
    int events = Math.max(8, capacity / USUAL_EVENT);
    json = new JsonBuffer(capacity);
    ends = new int[events];
    ops = new byte[events];
    subjects = new int[events];
  }

  /** Where the next event's JSON is written, beginning with its id, before {@link #add}. */
  public JsonBuffer json() {
    return json;
  }

  /**
   * The number by which this batch knows a subject; given to {@link #add}. Consecutive events
   * mostly have the same.
   */
  public int subject(Subject subject) {
    if (!subject.equals(latestSubject)) {
      latestIndex = index(subject);
      latestSubject = subject;
    }
    return latestIndex;
  }

  private int index(Subject subject) {
    Integer known = dictionaryIndex.get(subject);
    if (known != null) {
      return known;
    }
    dictionary.add(subject);
    dictionaryIndex.put(subject, dictionary.size() - 1);
    return dictionary.size() - 1;
  }

  /**
   * Ends the event whose JSON was just written and appends the line feed behind it.
   *
   * @param commitTime microseconds since 1970 of its transaction's commit, or {@link
   *     Long#MIN_VALUE} where there is none
   */
  public void add(Op op, int subject, long commitTime) {
    json.put((byte) '\n');
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      ops = Arrays.copyOf(ops, count * 2);
      subjects = Arrays.copyOf(subjects, count * 2);
    }
    ends[count] = json.size();
    ops[count] = op.code();
    subjects[count] = subject;
    count++;
    lastCommitTime = Math.max(lastCommitTime, commitTime);
  }

  /** How many events are in it. */
  public int count() {
    return count;
  }

  /** Bytes of JSON in it, line feeds included; an event that was only begun does not count. */
  public int size() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** The events' JSON from 0 to {@link #size()}; the batch's own array. */
  public byte[] bytes() {
    return json.array();
  }

  /** For each event up to {@link #count()}, where the line feed behind it ends; own array. */
  public int[] ends() {
    return ends;
  }

  /** For each event, its {@link Op#code()}; own array. */
  public byte[] ops() {
    return ops;
  }

  /** For each event, the index of its subject in {@link #dictionary()}; own array. */
  public int[] subjects() {
    return subjects;
  }

  /** The subjects of this batch's events. */
  public List<Subject> dictionary() {
    return dictionary;
  }

  /** The latest commit time in it, in microseconds since 1970, or {@link Long#MIN_VALUE}. */
  public long lastCommitTime() {
    return lastCommitTime;
  }
}
