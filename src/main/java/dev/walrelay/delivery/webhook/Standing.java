package dev.walrelay.delivery.webhook;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whether a subscription delivers, the same in memory as on disk. For any number of threads. */
final class Standing {

  private final Engine engine;
  private final SubscriptionTable table;
  private final long id;

  /** Held while it changes, by senders too, so that of two changes the same one is last in both. */
  private final ReentrantLock changing = new ReentrantLock();

  private volatile SubscriptionState state;
  private volatile @Nullable String reason;

  Standing(Engine engine, SubscriptionTable table, SubscriptionTable.Row row) {
    this.engine = engine;
    this.table = table;
    this.id = row.id();
    this.state = row.state();
    this.reason = row.reason();
  }

  SubscriptionState state() {
    return state;
  }

  /** Why it is not active, if it is not. */
  @Nullable String reason() {
    return reason;
  }

  /** Stores that it is so from now on; if that fails, it is as it was. */
  void become(SubscriptionState next, @Nullable String why) {
    changing.lock();
    try {
      engine.commits().commit(connection -> table.become(connection, id, next, why));
      state = next;
      reason = why;
    } finally {
      changing.unlock();
    }
  }
}
