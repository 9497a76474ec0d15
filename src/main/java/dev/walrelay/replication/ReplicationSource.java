package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The source database. {@link #prepare} checks all that reading needs, creates publication and slot
 * where they are missing and may be created, and says in one sentence what is wrong if something
 * is. Between it and {@link #start} the caller can judge whether this is still the history that it
 * knows.
 */
public final class ReplicationSource {

  /** For a server that sets no limit itself. */
  public static final Duration SILENCE = Duration.ofSeconds(60);

  private static final Logger LOGGER = LoggerFactory.getLogger(ReplicationSource.class);
  private static final Duration CHECK_PATIENCE = Duration.ofSeconds(5);

  private final SourceSettings settings;
  private final Duration silence;
  private final PublicationWarnings warnings;

  /**
   * A source that counts as gone when it was silent for its own {@code wal_sender_timeout}, though
   * asked for a sign of life, but for ten seconds at least.
   */
  public ReplicationSource(SourceSettings settings) {
    this(settings, SILENCE);
  }

  /**
   * A source.
   *
   * @param silence instead of the ten seconds, if it is less, and ten times that where the server
   *     has no time-out, in whole seconds; also how long the creation of a slot may wait for open
   *     transactions
   */
  public ReplicationSource(SourceSettings settings, Duration silence) {
    this(settings, silence, LOGGER::warn);
  }

  /**
   * A source.
   *
   * @param warned of published tables whose changes fail or arrive incomplete, in sentences
   */
  ReplicationSource(SourceSettings settings, Duration silence, Consumer<String> warned) {
    this.settings = settings;
    this.silence = silence;
    warnings = new PublicationWarnings(settings.publication().name(), warned);
  }

  /**
   * Checks and makes ready all that {@link #start} needs.
   *
   * @param stored what the caller has stored, null if it has nothing: a slot that is missing though
   *     something is stored was lost, and so were changes
   * @param lost why nothing more can be read from the slot though it is there, as a {@link
   *     SlotLostException} has said while it was read; else null
   * @throws ReplicationException if changes cannot be read
   */
  public Prepared prepare(@Nullable StoredHistory stored, @Nullable String lost) {
    Slot.requireName(settings.slot().name());
    ServerErrors errors = errors();
    try (Session session = open(errors)) {
      Server server = Server.identify(session);
      return new Preparation(session, settings, server, silence, warnings).run(stored, lost);
    } catch (SQLException e) {
      throw errors.general(e);
    }
  }

  /**
   * Warns of published tables whose changes fail or arrive incomplete, as {@link #prepare} does, of
   * those that are new since then: publications and tables change.
   *
   * @param connections to the same database, of which one is taken for a few seconds at most
   * @throws SQLException if the server does not answer
   */
  public void checkPublication(DataSource connections) throws SQLException {
    try (Connection connection = connections.getConnection()) {
      warnings.check(
          (sql, parameters) -> Row.all(connection, CHECK_PATIENCE, sql, parameters),
          "Publication '%s'");
    }
  }

  /**
   * Starts the stream with the first transaction that commits after a position: the slot's own, or
   * the given one if it is later. Large transactions are streamed while they are in progress, if
   * they are {@link Prepared#streamable}.
   *
   * <p>It uses a connection of its own, on which no query was ever run. The server decodes old
   * changes with what it has cached of its catalog: after a look at the tables of today it would
   * take rows written before an ALTER TABLE for rows of the new shape.
   *
   * @param prepared the outcome of {@link #prepare}
   * @param from up to where the caller has stored changes of this very history, {@link Lsn#ZERO} if
   *     it has none
   * @param confirm up to where the slot may forget changes, no later than {@code from}
   * @return a connection to be closed by the caller
   * @throws ReplicationException if another process was faster, or the server refuses
   */
  public ReplicationConnection start(Prepared prepared, Lsn from, Lsn confirm) {
    return start(prepared, from, confirm, prepared.streamable());
  }

  /**
   * {@link #start} with every transaction sent only after its commit.
   *
   * @param prepared the outcome of {@link #prepare}
   * @param from as there
   * @param confirm as there
   * @return a connection to be closed by the caller
   * @throws ReplicationException as there
   */
  public ReplicationConnection startUnstreamed(Prepared prepared, Lsn from, Lsn confirm) {
    return start(prepared, from, confirm, false);
  }

  private ReplicationConnection start(Prepared prepared, Lsn from, Lsn confirm, boolean streaming) {
    ServerErrors errors = errors();
    Session session = open(errors);
    try {
      String command = StartCommand.of(settings, prepared.protocolVersion(), from, streaming);
      WalStream stream = WalStream.start(session, command, silence);
      ConfirmedPosition confirmed = new ConfirmedPosition(Lsn.max(prepared.confirmed(), confirm));
      return new ReplicationConnection(stream, confirmed, errors);
    } catch (SQLException e) {
      session.abort();
      throw errors.general(e);
    }
  }

  /**
   * Starts the stream as {@link #start(Prepared, Lsn, Lsn)} does, where the slot may forget all
   * that the caller has.
   */
  public ReplicationConnection start(Prepared prepared, Lsn from) {
    return start(prepared, from, from);
  }

  private ServerErrors errors() {
    return new ServerErrors(settings, Session.describe(settings));
  }

  private Session open(ServerErrors errors) {
    try {
      return Session.open(settings, silence);
    } catch (SQLException e) {
      throw errors.connecting(e);
    }
  }
}
