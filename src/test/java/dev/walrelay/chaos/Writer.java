package dev.walrelay.chaos;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link Workload}, with rows of its own. */
final class Writer implements Runnable {

  private static final long ROWS_OF_A_WRITER = 1_000_000_000L;
  private static final int PAUSE_MILLIS = 60;

  /** Classes of errors that a server has that goes down, or a connection to it. */
  private static final String AWAY = "08|57";

  private final TestDatabase database;
  private final int number;
  private final Random random;
  private final int largeRows;
  private long next;
  private volatile boolean stopped;
  private volatile boolean largeDemanded;
  private volatile @Nullable Exception failure;

  Writer(TestDatabase database, int number, Random random, int largeRows) {
    this.database = database;
    this.number = number;
    this.random = random;
    this.largeRows = largeRows;
    this.next = number * ROWS_OF_A_WRITER + 1;
  }

  void demandLarge() {
    largeDemanded = true;
  }

  void stop() {
    stopped = true;
  }

  @Nullable Exception failure() {
    return failure;
  }

  @Override
  public void run() {
    while (!stopped) {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        while (!stopped) {
          transaction(connection, statement);
          pause(random.nextInt(PAUSE_MILLIS));
        }
      } catch (SQLException e) {
        if (!String.valueOf(e.getSQLState()).substring(0, 2).matches(AWAY)) {
          failure = e;
          return;
        }
        pause(PAUSE_MILLIS);
      }
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }

  private void transaction(Connection connection, Statement statement) throws SQLException {
    boolean large = largeDemanded;
    if (large) {
      largeDemanded = false;
      insert(statement, largeRows / 2 + random.nextInt(largeRows / 2));
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      step(statement, large ? largeRows / 4 : 3);
    }
    if (random.nextInt(6) == 0 && !large) {
      connection.rollback();
    } else {
      connection.commit();
    }
  }

  private void step(Statement statement, int rows) throws SQLException {
    if (random.nextInt(3) > 0) {
      change(statement, rows);
      return;
    }
    statement.execute("SAVEPOINT s");
    change(statement, rows);
    change(statement, rows);
    statement.execute(random.nextInt(3) == 0 ? "RELEASE s" : "ROLLBACK TO s");
  }

  private void change(Statement statement, int rows) throws SQLException {
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> insert(statement, 1 + random.nextInt(rows));
      case 4, 5, 6 -> update(statement, 1 + random.nextInt(5));
      case 7 -> delete(statement, 1 + random.nextInt(2));
      case 8 -> move(statement);
      default -> message(statement);
    }
  }

  /** Every tenth row has a text that is kept apart from it. */
  private void insert(Statement statement, int rows) throws SQLException {
    statement.execute(
        """
        INSERT INTO account SELECT id, writer, amount, note, %s FROM (
          SELECT id, %d AS writer, (id %% 997)::int AS amount,
                 repeat(md5(id::text), CASE WHEN id %% 10 = 0 AND %d < 100 THEN 80 ELSE 1 END) AS note
          FROM generate_series(%d, %d) AS id) AS made
        """
            .formatted(Workload.CHECKSUM, number, rows, next, next + rows - 1));
    next += rows;
  }

  private void update(Statement statement, int rows) throws SQLException {
    long from = some();
    statement.execute(
        "UPDATE account SET amount = amount + 1, sum = %s WHERE id BETWEEN %d AND %d"
            .formatted(Workload.CHECKSUM.replace("amount", "amount + 1"), from, from + rows - 1));
  }

  private void delete(Statement statement, int rows) throws SQLException {
    long from = some();
    statement.execute(
        "DELETE FROM account WHERE id BETWEEN %d AND %d".formatted(from, from + rows - 1));
  }

  /** Gives a row another key. */
  private void move(Statement statement) throws SQLException {
    statement.execute(
        "UPDATE account SET id = %d, sum = %s WHERE id = %d"
            .formatted(next, Workload.CHECKSUM.replace("id", Long.toString(next)), some()));
    next++;
  }

  private void message(Statement statement) throws SQLException {
    statement.execute(
        "SELECT pg_logical_emit_message(%b, 'writer.%d', 'said %d')"
            .formatted(random.nextBoolean(), number, random.nextInt()));
  }

  /** A row that was written lately, if it is still there. */
  private long some() {
    long first = number * ROWS_OF_A_WRITER + 1;
    return Math.max(first, next - 1 - random.nextInt(500));
  }
}
