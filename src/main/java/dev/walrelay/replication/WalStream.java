package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.unavailable;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyDual;

/**
 * The raw stream of the replication protocol: polls for its messages, sends status, and finds out
 * when the server is gone.
 *
 * <p>It uses the driver's two-way COPY instead of its replication stream, which hides keepalives:
 * only they tell that a silent server lives, and how far it is when nothing changes.
 */
final class WalStream {

  private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(1);
  private static final int STATUS_BYTES = 34;
  private static final long POSTGRES_EPOCH_MILLIS = 946_684_800_000L;

  private final Session session;
  private final CopyDual copy;
  private final Duration silence;
  private final Duration statusInterval;
  private final Watchdog watchdog;
  private boolean asked;
  private long askedSince;

  private WalStream(Session session, CopyDual copy, Duration silence, Duration statusInterval) {
    this.session = session;
    this.copy = copy;
    this.silence = silence;
    this.statusInterval = statusInterval;
    watchdog = new Watchdog(silence, session::abort);
  }

  /** Starts a stream, which closes the session at its end; but not if it cannot start. */
  static WalStream start(Session session, String command, Duration silence) throws SQLException {
    Duration timeout = session.senderTimeout();
    return new WalStream(
        session,
        session.startReplication(command),
        patience(timeout, silence),
        timeout.isZero() ? STATUS_INTERVAL : shorter(STATUS_INTERVAL, timeout.dividedBy(3)));
  }

  /**
   * A server is given up after the time after which it would give us up; but not so soon that a
   * pause on the way looks like an end. While it decodes a large transaction of which nothing is
   * published, it reads what we send only as often as its own time-out makes it.
   *
   * @param silence for a server that has no time-out, and at most for the shortest patience
   */
  static Duration patience(Duration senderTimeout, Duration silence) {
    if (senderTimeout.isZero()) {
      return silence.multipliedBy(10);
    }
    Duration shortest = shorter(SHORTEST_PATIENCE, silence);
    return senderTimeout.compareTo(shortest) > 0 ? senderTimeout : shortest;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** The encoding of the text that it carries. */
  String encoding() {
    return session.streamEncoding();
  }

  /** How often status must be sent so that neither side gives the other up. */
  Duration statusInterval() {
    return statusInterval;
  }

  /**
   * The next message, with its type in the first byte, or null if none came within about a
   * millisecond.
   */
  byte @Nullable [] poll() throws SQLException {
    watchdog.enter();
    byte[] message;
    try {
      message = copy.readFromCopy(false);
    } finally {
      watchdog.leave();
    }
    if (message != null) {
      asked = false;
    } else if (!copy.isActive()) {
      throw unavailable(
          "The server ended the stream, which it does when it shuts down; Walrelay connects again");
    } else {
      requireSignOfLife();
    }
    return message;
  }

  private void requireSignOfLife() {
    if (asked && System.nanoTime() - askedSince > silence.toNanos()) {
      throw silent();
    }
  }

  private ReplicationException silent() {
    return unavailable(
        ("The server has sent nothing for %d s though it was asked to, so the connection "
                + "counts as dead; Walrelay connects again")
            .formatted(silence.toSeconds()));
  }

  /** Tells how far changes were received and confirmed, and may ask for a keepalive in return. */
  void sendStatus(long received, long confirmed, boolean ask) throws SQLException {
    byte[] status =
        ByteBuffer.allocate(STATUS_BYTES)
            .put((byte) 'r')
            .putLong(received)
            .putLong(confirmed)
            .putLong(confirmed)
            .putLong((System.currentTimeMillis() - POSTGRES_EPOCH_MILLIS) * 1_000)
            .put((byte) (ask ? 1 : 0))
            .array();
    watchdog.enter();
    try {
      copy.writeToCopy(status, 0, status.length);
      copy.flushCopy();
    } finally {
      watchdog.leave();
    }
    if (ask && !asked) {
      asked = true;
      askedSince = System.nanoTime();
    }
  }

  /** Takes in what the server has warned of, which may be the loss of changes. */
  void hear(ServerErrors errors, Consumer<String> notices) throws SQLException {
    for (SQLWarning warning : session.takeWarnings()) {
      ReplicationException loss = errors.loss(warning);
      if (loss != null) {
        throw loss;
      }
      notices.accept(ServerErrors.notice(warning));
    }
  }

  /** What to say when a call failed: the driver does not know that the watchdog cut it off. */
  ReplicationException explain(SQLException e, ServerErrors errors) {
    return watchdog.hasBitten() ? silent() : errors.general(e);
  }

  /** Sends a last status and ends the stream, in an orderly way if the server listens in time. */
  void end(long received, long confirmed) throws SQLException {
    watchdog.limitClosing(CLOSING);
    try (watchdog;
        session) {
      if (copy.isActive()) {
        sendStatus(received, confirmed, false);
        copy.endCopy();
      }
    }
  }
}
