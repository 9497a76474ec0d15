package dev.walrelay.pipeline;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of several sessions at once, each on tables of its own: with nested and repeated
 * savepoints, altered and emptied tables, values stored out of line, and ends of every kind, also
 * in two phases.
 */
final class RandomTransactions {

  private static final int SESSIONS = 3;
  private static final int STEPS = 400;

  private final TestDatabase database;
  private final Random random;
  private int names;

  private RandomTransactions(TestDatabase database, long seed) {
    this.database = database;
    random = new Random(seed);
  }

  static void run(TestDatabase database, long seed) throws SQLException {
    new RandomTransactions(database, seed).run();
  }

  private void run() throws SQLException {
    for (int i = 0; i < SESSIONS; i++) {
      database.execute(
          "CREATE TABLE rows_%d (id serial PRIMARY KEY, n int, text text)".formatted(i),
          "ALTER TABLE rows_%d ALTER text SET STORAGE EXTERNAL".formatted(i),
          "CREATE TABLE others_%d (n int)".formatted(i));
    }
    database.execute("ALTER TABLE rows_1 REPLICA IDENTITY FULL");
    List<Session> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < SESSIONS; i++) {
        sessions.add(new Session(database.connect(), i));
      }
      for (int step = 0; step < STEPS; step++) {
        sessions.get(random.nextInt(SESSIONS)).step();
      }
    } finally {
      for (Session session : sessions) {
        session.close();
      }
    }
  }

  private final class Session {

    private final Connection connection;
    private final List<Supplier<String>> changes;
    private final Deque<String> savepoints = new ArrayDeque<>();
    private boolean open;
    private @Nullable String prepared;

    Session(Connection connection, int number) {
      this.connection = connection;
      String rows = "rows_" + number;
      changes =
          List.of(
              () ->
                  "INSERT INTO %s (n, text) SELECT i, repeat('x', %d) FROM generate_series(1, %d) i"
                      .formatted(rows, random.nextInt(600), 1 + random.nextInt(150)),
              () ->
                  "INSERT INTO %s (n, text) SELECT 0, string_agg(i::text, ' ')".formatted(rows)
                      + " FROM generate_series(1, %d) i".formatted(1000 + random.nextInt(2000)),
              () -> "UPDATE %s SET n = n + 1 WHERE id %% 7 = 0".formatted(rows),
              () -> "UPDATE %s SET id = -id WHERE id %% 11 = 0 AND id > 0".formatted(rows),
              () -> "DELETE FROM %s WHERE id %% 13 = 0".formatted(rows),
              () -> "ALTER TABLE %s ADD c%d int DEFAULT 5".formatted(rows, ++names),
              () -> "INSERT INTO others_%d VALUES (1)".formatted(number),
              () -> "TRUNCATE others_%d, %s".formatted(number, rows),
              () ->
                  """
                  DO $$ BEGIN
                    INSERT INTO %s (n, text) SELECT 7, repeat('y', 900) FROM generate_series(1, 90);
                    RAISE division_by_zero;
                  EXCEPTION WHEN division_by_zero THEN INSERT INTO %s (n) VALUES (8);
                  END $$"""
                      .formatted(rows, rows));
    }

    void step() throws SQLException {
      if (prepared != null) {
        finishPrepared();
      }
      if (!open) {
        execute("BEGIN");
        open = true;
      }
      int kind = random.nextInt(10);
      if (kind == 0) {
        end();
      } else if (kind <= 2) {
        savepoints.push("s" + ++names);
        execute("SAVEPOINT " + savepoints.peek());
      } else if (kind <= 4 && !savepoints.isEmpty()) {
        outOfSavepoint();
      } else {
        execute(changes.get(random.nextInt(changes.size())).get());
      }
    }

    private void outOfSavepoint() throws SQLException {
      for (int inner = random.nextInt(savepoints.size()); inner > 0; inner--) {
        savepoints.pop();
      }
      if (random.nextBoolean()) {
        execute("RELEASE " + savepoints.pop());
      } else {
        execute("ROLLBACK TO " + savepoints.peek());
      }
    }

    private void end() throws SQLException {
      switch (random.nextInt(8)) {
        case 0, 1 -> execute("ROLLBACK");
        case 2, 3, 4 -> execute("COMMIT");
        default -> {
          prepared = "%s_%d".formatted(database.name(), ++names);
          execute("PREPARE TRANSACTION '%s'".formatted(prepared));
        }
      }
      savepoints.clear();
      open = false;
    }

    /** In the session's next step, so that other sessions may come between. */
    private void finishPrepared() throws SQLException {
      execute("COMMIT PREPARED '" + prepared + "'");
      prepared = null;
    }

    void close() throws SQLException {
      if (prepared != null) {
        finishPrepared();
      }
      execute("COMMIT");
      connection.close();
    }

    private void execute(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }
}
