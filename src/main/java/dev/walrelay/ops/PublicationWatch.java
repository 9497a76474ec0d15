package dev.walrelay.ops;

import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.replication.ReplicationSource;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the published tables looked at again and again while their changes are read, so that one
 * whose UPDATE will fail is warned of soon after it was made, and most often before that UPDATE.
 */
public final class PublicationWatch {

  private static final Logger LOGGER = LoggerFactory.getLogger(PublicationWatch.class);

  /**
   * Looking at thousands of tables takes a while: the server is left alone for so many times it.
   */
  private static final int REST = 100;

  private final ReplicationSource source;
  private final DataSource connections;
  private final ReplicationStatus status;
  private long next = System.nanoTime();

  /**
   * Looks when it is told to.
   *
   * @param connections to the source database
   * @param status whether changes are read at present; else another process may read them
   */
  public PublicationWatch(
      ReplicationSource source, DataSource connections, ReplicationStatus status) {
    this.source = source;
    this.connections = connections;
    this.status = status;
  }

  /** Looks, if the last look was not just now for what it cost; for one thread. */
  public void look() {
    long start = System.nanoTime();
    if (start - next < 0 || status.situation().state() != ReplicationStatus.State.STREAMING) {
      return;
    }
    try {
      source.checkPublication(connections);
    } catch (SQLException e) {
      // Replication itself says that the server is away.
      LOGGER.debug("The published tables could not be looked at", e);
    }
    long end = System.nanoTime();
    next = end + Duration.ofNanos(end - start).multipliedBy(REST).toNanos();
  }
}
