package dev.walrelay.event;

/** What an event is about; what readers select by. */
public sealed interface Subject {

  /** Rows of a published table. */
  record Table(String schema, String table) implements Subject {}

  /** Logical decoding messages with a prefix. */
  record Prefix(String prefix) implements Subject {}

  /** The stream itself: its gaps. */
  enum Stream implements Subject {
    STREAM
  }
}
