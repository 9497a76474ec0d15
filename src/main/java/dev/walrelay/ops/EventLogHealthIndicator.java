package dev.walrelay.ops;

import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.pipeline.Replication;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health component {@code eventLog}. */
public final class EventLogHealthIndicator implements HealthIndicator {

  private final EventLog log;
  private final Replication replication;

  /**
   * The health of the log, which is down while what is read can't be stored, or damage was found.
   */
  public EventLogHealthIndicator(EventLog log, Replication replication) {
    this.log = log;
    this.replication = replication;
  }

  @Override
  public Health health() {
    String failure = replication.storageFailure();
    String reason = failure == null ? log.damage().orElse(null) : failure;
    if (reason != null) {
      return Health.down().withDetail("reason", reason).build();
    }
    try {
      Health.Builder health = Health.up();
      health.withDetail("last_id", log.position().lastId().toString());
      log.earliest().ifPresent(id -> health.withDetail("earliest_id", id.toString()));
      return health.withDetail("size_bytes", log.sizeBytes()).build();
    } catch (EventLogException e) {
      return Health.down(e).build();
    }
  }
}
