package dev.walrelay.pipeline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the source's catalog without ever making the stream wait for long. Each question has a
 * time-out that holds whatever the driver, the pool and the network do; after one that failed none
 * is asked for ten times as long as it took. All together may take ten seconds at once, and a tenth
 * of the time in the long run, however many relations and types there are.
 */
final class CatalogQueries {

  private static final Logger LOGGER = LoggerFactory.getLogger(CatalogQueries.class);
  private static final int PAUSE_FACTOR = 10;
  private static final Duration AT_ONCE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

  private final DataSource source;
  private final Duration timeout;
  private long nextAt = System.nanoTime();

  /** When the time that questions took so far has been made up for. */
  private long balancedAt = nextAt;

  private @Nullable Thread abandoned;

  CatalogQueries(DataSource source, Duration timeout) {
    this.source = source;
    this.timeout = timeout;
  }

  /** Reads the whole answer to a question. */
  @FunctionalInterface
  interface Answer<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /** The answer to a query about an oid, its only parameter; empty if it can't be had now. */
  synchronized <T> Optional<T> ask(String sql, int oid, Answer<T> answer) {
    long start = System.nanoTime();
    if (!mayAsk(start)) {
      return Optional.empty();
    }
    FutureTask<T> task = new FutureTask<>(() -> query(sql, oid, answer));
    // Virtual, since there an interrupt also ends what waits for the network.
    Thread asking = Thread.ofVirtual().name("walrelay-catalog").start(task);
    try {
      return Optional.of(task.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      failed(start, String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
    } catch (TimeoutException _) {
      abandoned = asking;
      failed(start, "no answer within " + timeout.toMillis() + " ms");
    } catch (InterruptedException _) {
      abandoned = asking;
      Thread.currentThread().interrupt();
    } finally {
      task.cancel(true);
      long now = System.nanoTime();
      balancedAt = (balancedAt - start > 0 ? balancedAt : start) + PAUSE_FACTOR * (now - start);
    }
    return Optional.empty();
  }

  private boolean mayAsk(long now) {
    return now - nextAt >= 0
        && balancedAt - now <= AT_ONCE.multipliedBy(PAUSE_FACTOR).toNanos()
        // It may still hold a connection of the pool, which is small.
        && (abandoned == null || !abandoned.isAlive());
  }

  private <T> T query(String sql, int oid, Answer<T> answer) throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(Math.toIntExact(Math.max(1, timeout.toSeconds())));
      statement.setLong(1, Integer.toUnsignedLong(oid));
      try (ResultSet rows = statement.executeQuery()) {
        return answer.read(rows);
      }
    }
  }

  private void failed(long start, String reason) {
    long now = System.nanoTime();
    Duration pause = Duration.ofNanos(PAUSE_FACTOR * (now - start));
    pause = pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
    nextAt = now + pause.toNanos();
    LOGGER.warn(
        "The source's catalog could not be asked ({}). Until it answers, values of types that are"
            + " not built in are written as text and rows under REPLICA IDENTITY FULL have no key;"
            + " the next attempt is in {} s.",
        reason,
        pause.toSeconds());
  }
}
