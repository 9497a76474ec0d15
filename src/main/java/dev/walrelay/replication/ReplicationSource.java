package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The source database. Connecting to it checks all that reading needs, creates publication and slot
 * where they are missing and may be created, and says in one sentence what is wrong if something
 * is.
 */
public final class ReplicationSource {

  /** How long a server may be silent, though asked for a sign of life, before it counts as gone. */
  public static final Duration SILENCE = Duration.ofSeconds(60);

  private final SourceSettings settings;
  private final Duration silence;

  /** A source whose server may be silent for {@link #SILENCE}. */
  public ReplicationSource(SourceSettings settings) {
    this(settings, SILENCE);
  }

  /**
   * A source.
   *
   * @param silence how long its server may be silent, though asked for a sign of life, before it
   *     counts as gone; also how long the creation of a slot may wait for open transactions
   */
  public ReplicationSource(SourceSettings settings, Duration silence) {
    this.settings = settings;
    this.silence = silence;
  }

  /**
   * Connects and makes ready to read; {@link ReplicationConnection#start} then starts the stream.
   *
   * @param stored up to where the caller has stored changes, null if it has none: a slot that is
   *     missing then was lost, and so were changes
   * @param system the identifier of the database system that they came from, if it is known: in
   *     another one positions mean something else
   * @return a connection to be closed by the caller
   * @throws ReplicationException if changes cannot be read
   */
  public ReplicationConnection connect(@Nullable Lsn stored, Optional<String> system) {
    Slot.requireName(settings.slot().name());
    ServerErrors errors = new ServerErrors(settings, Session.describe(settings));
    Session session = open(errors);
    try {
      Server server = Server.identify(session);
      system.ifPresent(server::requireSystem);
      Connected connected = new Preparation(session, settings, server, silence).run(stored != null);
      return new ReplicationConnection(
          new WalStream(session, server, silence), settings, connected, errors);
    } catch (SQLException e) {
      throw closing(session, errors.general(e));
    } catch (ReplicationException e) {
      throw closing(session, e);
    }
  }

  private Session open(ServerErrors errors) {
    try {
      return Session.open(settings);
    } catch (SQLException e) {
      throw errors.connecting(e);
    }
  }

  private static ReplicationException closing(Session session, ReplicationException e) {
    try {
      session.close();
    } catch (SQLException alreadyBroken) {
      e.addSuppressed(alreadyBroken);
    }
    return e;
  }
}
