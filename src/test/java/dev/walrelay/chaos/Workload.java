package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Writes from several connections at once, until it is closed: many short transactions and a few
 * large ones, some rolled back in part or as a whole, in rows that carry their own checksum. It
 * comes back when the server was away, not knowing what became of its last commit.
 */
final class Workload implements AutoCloseable {

  /** Of a row, by its other columns. */
  static final String CHECKSUM = "md5(concat_ws(',', id, writer, amount, note))";

  private final List<Writer> writers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private Workload() {}

  /** Makes the table that it writes to. */
  static void prepare(TestDatabase database) {
    database.execute(
        "CREATE TABLE account (id bigint PRIMARY KEY, writer int, amount int, note text, sum text)",
        "ALTER TABLE account ALTER COLUMN note SET STORAGE EXTERNAL");
  }

  /**
   * Begins to write.
   *
   * @param largeRows how many rows the largest transactions have
   */
  static Workload start(TestDatabase database, long seed, int writers, int largeRows) {
    Workload workload = new Workload();
    for (int number = 0; number < writers; number++) {
      Random random = new Random(seed + number);
      workload.writers.add(new Writer(database, number, random, largeRows));
    }
    workload.writers.forEach(
        writer -> workload.threads.add(Thread.ofPlatform().name("writer").start(writer)));
    return workload;
  }

  /** Writes a large transaction next. */
  void demandLarge() {
    writers.getFirst().demandLarge();
  }

  /** Ends it; whatever went wrong besides that the server was away comes to light here. */
  @Override
  public void close() {
    writers.forEach(Writer::stop);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    for (Writer writer : writers) {
      @Nullable Exception failure = writer.failure();
      assertThat(failure).isNull();
    }
  }
}
