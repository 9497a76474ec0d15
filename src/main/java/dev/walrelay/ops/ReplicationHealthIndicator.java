package dev.walrelay.ops;

import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.pipeline.ReplicationStatus.Situation;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** The health component {@code replication}. */
public final class ReplicationHealthIndicator implements HealthIndicator {

  private static final double NANOS = 1e9;

  private final ReplicationStatus status;
  private final SlotWatch watch;
  private final String slot;

  /** The health of reading from that slot. */
  public ReplicationHealthIndicator(ReplicationStatus status, SlotWatch watch, String slot) {
    this.status = status;
    this.watch = watch;
    this.slot = slot;
  }

  @Override
  public Health health() {
    Situation situation = status.situation();
    Health.Builder health = Health.status(health(situation));
    health.withDetail("state", situation.state().name().toLowerCase(Locale.ROOT));
    health.withDetail("slot", slot);
    watch
        .latest()
        .ifPresent(
            seen -> {
              health.withDetail("confirmed_lsn", seen.confirmed().toString());
              health.withDetail("lag_bytes", seen.lagBytes());
              health.withDetail("retained_bytes", seen.retainedBytes());
            });
    health.withDetail("lag_seconds", status.lag().toNanos() / NANOS);
    List<String> notices = status.notices();
    if (situation.reason() != null) {
      health.withDetail("reason", situation.reason());
    } else if (!notices.isEmpty()) {
      health.withDetail("reason", "The server says: " + notices.getLast());
    }
    if (!notices.isEmpty()) {
      health.withDetail("notices", notices);
    }
    return health.build();
  }

  private static Status health(Situation situation) {
    return switch (situation.state()) {
      case STREAMING, STANDBY -> Status.UP;
      case STARTING -> Status.UNKNOWN;
      case RECONNECTING, FAILED -> Status.DOWN;
    };
  }
}
