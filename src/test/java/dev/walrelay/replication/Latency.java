package dev.walrelay.replication;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;

/** How long a lone commit takes from the end of its COMMIT to the reader. */
final class Latency {

  private static final int COMMITS = 21;

  private Latency() {}

  /** The median over some commits, each made while the reader waits. */
  static Duration ofCommits(TestDatabase database, ReplicationConnection reader) throws Exception {
    database.execute("CREATE TABLE latency (id int)");
    long[] nanos = new long[COMMITS];
    try (Connection writer = database.connect();
        Statement statement = writer.createStatement()) {
      for (int i = 0; i < COMMITS; i++) {
        statement.execute("INSERT INTO latency VALUES (1)");
        long committed = System.nanoTime();
        Reading.transaction(reader);
        nanos[i] = System.nanoTime() - committed;
      }
    }
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[COMMITS / 2]);
  }
}
