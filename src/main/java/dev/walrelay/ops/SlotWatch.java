package dev.walrelay.ops;

import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.replication.SlotMonitor;
import dev.walrelay.replication.SlotStatus;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the server last saw the slot. Asked from time to time and not for each scrape, so that health
 * and metrics answer at once, also while the server does not.
 */
public final class SlotWatch {

  private static final Logger LOGGER = LoggerFactory.getLogger(SlotWatch.class);

  private final SlotMonitor monitor;
  private final ReplicationStatus status;
  private volatile Optional<SlotStatus> latest = Optional.empty();

  /** Knows nothing until it has looked. */
  public SlotWatch(SlotMonitor monitor, ReplicationStatus status) {
    this.monitor = monitor;
    this.status = status;
  }

  /**
   * Asks the server, and tells those who measure the lag; afterwards {@link #latest()} is its
   * answer, or empty without one.
   */
  public void look() {
    try {
      latest = monitor.status();
    } catch (SQLException e) {
      // Replication itself says that the server is away.
      LOGGER.debug("The slot's status could not be asked for", e);
      latest = Optional.empty();
    }
    status.serverIsAt(latest.map(SlotStatus::flushed).orElse(null));
  }

  /** The last answer, a few seconds old at most. */
  public Optional<SlotStatus> latest() {
    return latest;
  }
}
