package dev.walrelay.bench;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Single-row transactions at a steady rate, over a few connections so that none waits. */
final class Commits {

  /** For {@link TestDatabase}. */
  static final String TABLE = "CREATE TABLE ticks (n bigint PRIMARY KEY, text text)";

  private static final int CONNECTIONS = 4;
  private static final String INSERT =
      "INSERT INTO ticks VALUES (?, 'as long as the text of an order may be')";

  private final TestDatabase database;
  private final long after;
  private final int count;
  private final Schedule schedule;

  /** Rows numbered after a number. */
  Commits(TestDatabase database, long after, int count, int perSecond) {
    this.database = database;
    this.after = after;
    this.count = count;
    this.schedule = new Schedule(perSecond);
  }

  long due(int index) {
    return schedule.due(index);
  }

  /** Returns when all are committed. */
  void run() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int first = i;
        writers.add(
            threads.submit(
                () -> {
                  write(first);
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
  }

  private void write(int first) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      connection.setAutoCommit(false);
      for (int i = first; i < count; i += CONNECTIONS) {
        insert.setLong(1, after + i + 1);
        insert.executeUpdate();
        schedule.await(i);
        connection.commit();
      }
    }
  }
}
