package dev.walrelay.event;

/**
 * What the tuples of the message at hand are read into: one for the encoders of all relations, of
 * which there may be very many.
 */
record MessageTuples(TupleColumns old, TupleColumns row) {

  MessageTuples() {
    this(new TupleColumns(), new TupleColumns());
  }
}
