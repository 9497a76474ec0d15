package dev.walrelay.bench;

/** Shown each event that a reader gets. */
@FunctionalInterface
interface EventSink {

  /** The JSON of an event, in an array that is used again afterwards. */
  void event(byte[] bytes, int start, int end);
}
