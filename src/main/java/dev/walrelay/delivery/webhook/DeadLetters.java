package dev.walrelay.delivery.webhook;

import java.util.List;
import java.util.Optional;

/** The dead letters of one subscription, whose number is asked for often. */
final class DeadLetters {

  private final Engine engine;
  private final long id;
  private volatile long count;

  DeadLetters(Engine engine, long id) {
    this.engine = engine;
    this.id = id;
    recount();
  }

  long count() {
    return count;
  }

  /** Their number is another one. */
  void recount() {
    count = engine.database().read(connection -> LetterTable.totals(connection, id)).count();
  }

  /** One of them, or nothing. */
  Optional<LetterTable.WithBody> find(long letter) {
    return engine.database().read(connection -> LetterTable.find(connection, id, letter));
  }

  List<DeadLetter> list(long afterId, int limit) {
    return engine.database().read(connection -> LetterTable.list(connection, id, afterId, limit));
  }
}
