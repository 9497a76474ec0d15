package dev.walrelay.delivery.webhook;

import dev.walrelay.eventlog.EventLogException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what one subscription's senders do. While the database cannot be written it tries again
 * and again: what was sent but is not stored as sent must hold up what comes after it.
 */
final class Journal {

  private static final Logger logger = LoggerFactory.getLogger(Journal.class);
  private static final long PAUSE_MILLIS = 1000;

  private final GroupCommit commits;
  private final ProgressWriter progress;
  private final long subscription;
  private final String name;
  private final DeliveryQueue queue;
  private final CountDownLatch ended = new CountDownLatch(1);

  Journal(Engine engine, long subscription, String name, DeliveryQueue queue) {
    this.commits = engine.commits();
    this.progress = engine.progress();
    this.subscription = subscription;
    this.name = name;
    this.queue = queue;
  }

  /** Ends trying again. */
  void end() {
    ended.countDown();
  }

  /**
   * Stores what is planned. Of batches it is safe from a failure of the machine; single events are
   * planned again after one just as they were, so that they need not wait for the disk.
   *
   * @return false if it could not be stored before the end
   */
  boolean plan(long first, List<PlanCodec.Entry> entries) throws InterruptedException {
    GroupCommit.Change change =
        connection -> {
          Progress now = queue.progress();
          progress.save(connection, subscription, now);
          ProgressTable.plan(connection, subscription, now.head(), first, entries);
        };
    boolean batches = entries.stream().anyMatch(entry -> entry.shape().array());
    return untilDone(batches ? () -> commits.commit(change) : () -> commits.commitRelaxed(change));
  }

  /** Stores the progress. */
  boolean progress() throws InterruptedException {
    return untilDone(() -> commits.commitStatement(this::save));
  }

  /**
   * Stores that a delivery is over, and a change that goes with it: both or neither. Nobody's
   * progress counts it before.
   *
   * @return false if they could not be stored before the end
   */
  boolean settle(Delivery delivery, GroupCommit.Change change) throws InterruptedException {
    return untilDone(() -> commits.commit(new Settlement(delivery, change)));
  }

  private final class Settlement implements GroupCommit.Change {

    private final Delivery delivery;
    private final GroupCommit.Change change;

    Settlement(Delivery delivery, GroupCommit.Change change) {
      this.delivery = delivery;
      this.change = change;
    }

    @Override
    public void apply(Connection connection) throws SQLException {
      change.apply(connection);
      queue.answered(delivery);
      save(connection);
    }

    @Override
    public void undone() {
      queue.unanswered(delivery);
    }
  }

  private void save(Connection connection) throws SQLException {
    progress.save(connection, subscription, queue.progress());
  }

  private boolean untilDone(Runnable commit) throws InterruptedException {
    boolean told = false;
    while (true) {
      try {
        commit.run();
        return true;
      } catch (EventLogException e) {
        if (!told) {
          logger.error("Webhook subscription '{}' waits: {}", name, e.getMessage());
          told = true;
        }
        if (ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
    }
  }
}
