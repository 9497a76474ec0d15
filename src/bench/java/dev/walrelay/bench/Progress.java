package dev.walrelay.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Says what is going on, since a run takes a while. */
final class Progress {

  private static final PrintStream OUT = System.out;
  private static final long START = System.nanoTime();

  private Progress() {}

  static void say(String what, Object... values) {
    long seconds = (System.nanoTime() - START) / 1_000_000_000;
    OUT.printf(Locale.ROOT, "%3d:%02d  ", seconds / 60, seconds % 60);
    OUT.printf(Locale.ROOT, what + "%n", values);
  }
}
