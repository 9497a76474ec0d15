package dev.walrelay.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds members of an event without parsing it: the scan goes no further than what is asked for,
 * and values are only skipped. It relies on the form that this service gives events: valid JSON
 * without white space between members, whose names need no escapes. Not thread-safe.
 */
public final class EventMembers {

  private final byte[] bytes;
  private final int first;
  private final int end;
  private int valueStart;
  private int valueEnd;

  /** Over the JSON object in a range of an array, which is not changed. */
  public EventMembers(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.first = start + 1;
    this.end = end;
  }

  /**
   * Looks for a member of the object itself.
   *
   * @return whether it is there; then {@link #valueStart} and {@link #valueEnd} enclose its value
   */
  public boolean find(byte[] name) {
    int at = first;
    while (at < end && bytes[at] == '"') {
      int nameEnd = JsonScan.stringEnd(bytes, at);
      int value = nameEnd + 1;
      int next = JsonScan.valueEnd(bytes, value, end);
      if (Arrays.equals(bytes, at + 1, nameEnd - 1, name, 0, name.length)) {
        valueStart = value;
        valueEnd = next;
        return true;
      }
      at = next + 1;
    }
    return false;
  }

  /** The text of a member whose value is a string without escapes, or an empty one. */
  public String text(byte[] name) {
    return find(name)
        ? new String(bytes, valueStart + 1, valueEnd - valueStart - 2, StandardCharsets.UTF_8)
        : "";
  }

  /** The members of the object that {@link #find} has found. */
  public EventMembers object() {
    return new EventMembers(bytes, valueStart, valueEnd);
  }

  /** Hands each member to a visitor, in their order. */
  public void forEach(Visitor visitor) {
    int at = first;
    while (at < end && bytes[at] == '"') {
      int nameEnd = JsonScan.stringEnd(bytes, at);
      int next = JsonScan.valueEnd(bytes, nameEnd + 1, end);
      visitor.member(at + 1, nameEnd - 1, nameEnd + 1, next);
      at = next + 1;
    }
  }

  /** Is shown where a member's name and value begin and end. */
  @FunctionalInterface
  public interface Visitor {

    /** One member. */
    void member(int nameStart, int nameEnd, int valueStart, int valueEnd);
  }

  /** Where the value that was found begins. */
  public int valueStart() {
    return valueStart;
  }

  /** Where the value that was found ends. */
  public int valueEnd() {
    return valueEnd;
  }
}
