package dev.walrelay.bench;

import dev.walrelay.postgres.TestDatabase;
import java.util.List;

/**
 * Changes whose events carry their number, from 1 on: a row's first column, a message's first
 * member.
 *
 * @param key for settings and files
 * @param title for people
 * @param events how many, without those that come on top for what is slow
 * @param tables prepares the database, before the slots are made
 * @param portion writes some of the changes
 */
record Workload(String key, String title, long events, List<String> tables, Portion portion) {

  /** Writes the changes numbered after one number up to another. */
  @FunctionalInterface
  interface Portion {

    void write(TestDatabase database, long after, long upTo);
  }
}
