package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.Slot;
import java.nio.file.Path;

/** A way to read a slot to its end. */
interface Variant {

  /** Under which it stands in the table. */
  String letter();

  String title();

  /** Whether it gets only the end of the workload, since all of it would take minutes. */
  default boolean isSlow() {
    return false;
  }

  /**
   * Reads the slot in a process of its own.
   *
   * @param folder for the process, removed afterwards
   */
  Figures measure(Slot slot, Path folder) throws Exception;
}
