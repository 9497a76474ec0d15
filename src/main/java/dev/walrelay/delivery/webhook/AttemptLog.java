package dev.walrelay.delivery.webhook;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The latest attempts of one subscription, in memory and from time to time on disk. Bounded; the
 * oldest go, except that the last success and the last failure are always known.
 */
final class AttemptLog {

  static final int SIZE = 100;

  /** Slots of the table beyond the ring's. */
  private static final int LAST_SUCCESS = SIZE;

  private static final int LAST_FAILURE = SIZE + 1;

  private final Attempt[] ring = new Attempt[SIZE];
  private long added;
  private long saved;
  private Optional<Attempt> lastSuccess = Optional.empty();
  private Optional<Attempt> lastFailure = Optional.empty();

  synchronized void add(Attempt attempt) {
    ring[(int) (added++ % SIZE)] = attempt;
    remember(attempt);
  }

  private synchronized void remember(Attempt attempt) {
    if (attempt.outcome() == Outcome.DELIVERED) {
      lastSuccess = Optional.of(attempt);
    } else {
      lastFailure = Optional.of(attempt);
    }
  }

  synchronized Optional<Attempt> lastSuccess() {
    return lastSuccess;
  }

  synchronized Optional<Attempt> lastFailure() {
    return lastFailure;
  }

  /** The newest first. */
  synchronized List<Attempt> latest() {
    List<Attempt> latest = new ArrayList<>();
    for (long i = added - 1; i >= Math.max(0, added - SIZE); i--) {
      latest.add(ring[(int) (i % SIZE)]);
    }
    return latest;
  }

  /** Hands over what was added since this worked last; it is handed over again if it fails. */
  void saveNew(Consumer<List<Slot>> store) {
    long upTo;
    List<Slot> slots;
    synchronized (this) {
      upTo = added;
      slots = unsaved();
    }
    if (!slots.isEmpty()) {
      store.accept(slots);
      saved(upTo);
    }
  }

  private synchronized void saved(long upTo) {
    saved = upTo;
  }

  private List<Slot> unsaved() {
    if (saved == added) {
      return List.of();
    }
    List<Slot> slots = new ArrayList<>();
    for (long i = Math.max(saved, added - SIZE); i < added; i++) {
      slots.add(new Slot((int) (i % SIZE), ring[(int) (i % SIZE)]));
    }
    lastSuccess.ifPresent(it -> slots.add(new Slot(LAST_SUCCESS, it)));
    lastFailure.ifPresent(it -> slots.add(new Slot(LAST_FAILURE, it)));
    return slots;
  }

  /** An attempt and its place in the table. */
  record Slot(int number, Attempt attempt) {}

  static void save(Connection connection, long subscription, List<Slot> slots) throws SQLException {
    for (Slot slot : slots) {
      Attempt attempt = slot.attempt();
      Rows.update(
          connection,
          """
          INSERT OR REPLACE INTO webhook_attempt
            (subscription, slot, at, delivery, attempt, outcome, status, millis, detail, answer)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
          """,
          subscription,
          slot.number(),
          attempt.at().toEpochMilli(),
          attempt.delivery(),
          attempt.attempt(),
          Subscription.text(attempt.outcome()),
          attempt.status(),
          attempt.millis(),
          attempt.detail(),
          attempt.answer());
    }
  }

  /** What was saved, for a new start. */
  static AttemptLog load(Connection connection, long subscription) throws SQLException {
    List<Slot> slots =
        Rows.list(
            connection,
            """
            SELECT slot, at, delivery, attempt, outcome, status, millis, detail, answer
            FROM webhook_attempt WHERE subscription = ? ORDER BY slot\
            """,
            row ->
                new Slot(
                    row.getInt(1),
                    new Attempt(
                        Instant.ofEpochMilli(row.getLong(2)),
                        row.getString(3),
                        row.getInt(4),
                        Outcome.valueOf(row.getString(5).toUpperCase(Locale.ROOT)),
                        row.getInt(6),
                        row.getLong(7),
                        row.getString(8),
                        row.getString(9))),
            subscription);
    AttemptLog log = new AttemptLog();
    log.restore(slots);
    return log;
  }

  /** To the same slots, so that what is added takes the place of the oldest here and there. */
  private synchronized void restore(List<Slot> slots) {
    int count = 0;
    Slot newest = null;
    for (Slot slot : slots) {
      remember(slot.attempt());
      if (slot.number() < SIZE) {
        ring[slot.number()] = slot.attempt();
        count++;
        newest =
            newest == null || !slot.attempt().at().isBefore(newest.attempt().at()) ? slot : newest;
      }
    }
    added = newest == null ? 0 : newest.number() + 1L + (count == SIZE ? SIZE : 0);
    saved = added;
  }
}
