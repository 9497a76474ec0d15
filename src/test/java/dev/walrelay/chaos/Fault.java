package dev.walrelay.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What can break while a workload is being read. */
enum Fault {
  /** The service is killed some time after it has begun to read. */
  KILL,
  /** The service is killed soon, and again while it starts. */
  KILL_AT_START,
  /** The service is killed while its connections are half-open, so that the server sees nothing. */
  KILL_UNNOTICED,
  /** The database goes down in an orderly way, and comes back. */
  RESTART_FAST,
  /** The database crashes, and comes back. */
  RESTART_IMMEDIATE,
  /** All connections are cut. */
  CUT,
  /** All connections are cut when a few more bytes have passed, mostly in a message. */
  CUT_IN_MESSAGE,
  /** All connections are still there, but nothing passes any more. */
  HALF_OPEN;

  /** So many of each, in the order of the enumeration, shuffled. */
  static List<Fault> shuffled(Random random, int... counts) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      faults.addAll(Collections.nCopies(counts[i], values()[i]));
    }
    Collections.shuffle(faults, random);
    return faults;
  }
}
