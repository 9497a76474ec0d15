package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reads the messages of pgoutput from the slot (manual: Streaming Replication
 * Protocol). For one thread, but for {@link #confirm}. That thread must come back to {@link #read}
 * or {@link #keepAlive} at least every few seconds, since only it sends status; and it must not be
 * interrupted while in here if it is a virtual thread, since that breaks the connection.
 */
public final class ReplicationConnection implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(ReplicationConnection.class.getName());
  private static final int DATA_HEADER = 1 + 8 + 8 + 8;
  private static final long MOVED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** An empty read waits a millisecond for data, unless the stream is at its end. */
  private static final long TOO_SOON_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  /** More different ones than this at once are not kept. */
  private static final int MOST_NOTICES = 20;

  private final WalStream stream;
  private final ServerErrors errors;
  private final ConfirmedPosition confirmed;
  private final Gulp gulp = new Gulp(System.nanoTime());
  private final long statusNanos;

  private long messageLsn;
  private long received;
  private @Nullable Lsn idlePosition;
  private boolean replyWanted;
  private long sentPosition;
  private long sentAt;
  private long emptyAt;
  private Set<String> notices = new LinkedHashSet<>();

  ReplicationConnection(WalStream stream, ConfirmedPosition confirmed, ServerErrors errors) {
    this.stream = stream;
    this.confirmed = confirmed;
    this.errors = errors;
    statusNanos = stream.statusInterval().toNanos();
    sentAt = System.nanoTime() - statusNanos;
  }

  /**
   * The encoding of the text in messages, by the server's name for it: the database's own, or UTF8
   * where the server converts it.
   */
  public String encoding() {
    return stream.encoding();
  }

  /**
   * The next message of pgoutput, from the buffer's position to its limit, or null if none came
   * within about a millisecond. The buffer is on the heap and the caller's to keep.
   *
   * @throws ReplicationException if the stream is at its end; only {@link #close} is of use then
   */
  public @Nullable ByteBuffer read() {
    try {
      gulp.enter(System.nanoTime());
      ByteBuffer data = nextData();
      long now = System.nanoTime();
      if (data == null) {
        gulp.empty(now);
        onEmpty(now);
      } else {
        keepCadence(now);
        letFill(gulp.message(data.remaining(), now));
      }
      return data;
    } catch (SQLException e) {
      throw stream.explain(e, errors);
    }
  }

  private static void letFill(long nanos) {
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  private @Nullable ByteBuffer nextData() throws SQLException {
    for (byte[] message = stream.poll(); message != null; message = stream.poll()) {
      if (!isRow(message)) {
        // Whatever comes after a loss must not be taken for all there was.
        stream.hear(errors, this::noticed);
      }
      ByteBuffer buffer = ByteBuffer.wrap(message);
      switch (message[0]) {
        case 'w' -> {
          onData(buffer);
          return buffer;
        }
        case 'k' -> onKeepalive(buffer);
        default ->
            throw ReplicationException.misconfigured(
                ("The server sent a message of unknown type %d, so that the stream cannot "
                        + "be read; is it a PostgreSQL server?")
                    .formatted(message[0]));
      }
    }
    return null;
  }

  private void noticed(String notice) {
    if (notices.size() < MOST_NOTICES) {
      notices.add(notice);
    }
  }

  /**
   * What the server has said amid the stream since this was last asked, each notice and warning in
   * one line; such as that it waits for a standby and sends nothing until then.
   */
  public Set<String> takeNotices() {
    if (notices.isEmpty()) {
      return Set.of();
    }
    Set<String> taken = notices;
    notices = new LinkedHashSet<>();
    return taken;
  }

  private static boolean isRow(byte[] message) {
    return message[0] == 'w'
        && switch (message[DATA_HEADER]) {
          case 'I', 'U', 'D' -> true;
          default -> false;
        };
  }

  private void onData(ByteBuffer buffer) {
    messageLsn = buffer.getLong(1);
    received = ConfirmedPosition.later(received, messageLsn);
    idlePosition = null;
    buffer.position(DATA_HEADER);
  }

  private void onKeepalive(ByteBuffer buffer) {
    idlePosition = new Lsn(buffer.getLong(1));
    received = ConfirmedPosition.later(received, idlePosition.value());
    replyWanted |= buffer.get(1 + 8 + 8) != 0;
  }

  /**
   * At the end of a broken stream the driver returns at once, without a word: then only writing
   * shows that the server is gone.
   */
  private void onEmpty(long now) throws SQLException {
    if (now - emptyAt < TOO_SOON_NANOS) {
      LockSupport.parkNanos(TOO_SOON_NANOS);
      if (now - sentAt > MOVED_NANOS) {
        sendStatus(true);
      }
    }
    emptyAt = now;
    keepCadence(now);
  }

  /** Where in the log the message just read belongs; relations and types have {@code 0/0}. */
  public Lsn messageLsn() {
    return new Lsn(messageLsn);
  }

  /**
   * The server's position, if it has sent one since the message just read: all that committed
   * before it was sent. To be confirmed when no transaction is open and everything is stored, so
   * that a table that does not change pins no log.
   */
  public @Nullable Lsn idlePosition() {
    return idlePosition;
  }

  /**
   * Lets the slot forget what was committed before a position. The reading thread sends it within
   * about 100 ms; a position before an earlier one changes nothing. For any thread.
   */
  public void confirm(Lsn position) {
    confirmed.advanceTo(position);
  }

  /** Keeps the connection alive while the reading thread waits for something else. */
  public void keepAlive() {
    try {
      keepCadence(System.nanoTime());
    } catch (SQLException e) {
      throw stream.explain(e, errors);
    }
  }

  private void keepCadence(long now) throws SQLException {
    long since = now - sentAt;
    if (since >= statusNanos) {
      sendStatus(true);
    } else if (since >= MOVED_NANOS && confirmed.value() != sentPosition) {
      sendStatus(false);
    }
    if (replyWanted) {
      answer();
    }
  }

  private void sendStatus(boolean ask) throws SQLException {
    sentPosition = confirmed.value();
    sentAt = System.nanoTime();
    stream.sendStatus(received(), sentPosition, ask);
  }

  /**
   * A server that shuts down asks until all it has sent is confirmed, and would wait for that as
   * long as we answer. An answer without a confirmed position, which takes nothing back, lets it go
   * when all is received; it sends the rest again when it is back.
   */
  private void answer() throws SQLException {
    replyWanted = false;
    if (confirmed.value() != sentPosition) {
      sendStatus(false);
    }
    stream.sendStatus(received(), 0, false);
  }

  private long received() {
    return ConfirmedPosition.later(received, confirmed.value());
  }

  /** Sends the confirmed position and ends the stream, within about two seconds. */
  @Override
  public void close() {
    try {
      stream.end(received(), confirmed.value());
    } catch (SQLException e) {
      // Harmless: the position goes out with the next connection, and what broke is closed anyway.
      LOG.log(Level.DEBUG, "The replication stream did not end in an orderly way", e);
    }
  }
}
