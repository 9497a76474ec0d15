package dev.walrelay.event;

/** A test of one event's content, after the index has selected it. Used by many threads. */
@FunctionalInterface
public interface Condition {

  /**
   * Whether the event is wanted.
   *
   * @param bytes holds the event's JSON; not to be changed or kept
   * @param start where it begins
   * @param end where it ends
   */
  boolean test(byte[] bytes, int start, int end);
}
