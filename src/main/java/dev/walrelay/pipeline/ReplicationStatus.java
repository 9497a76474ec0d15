package dev.walrelay.pipeline;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What replication is doing, for those who watch it from other threads. */
public final class ReplicationStatus {

  private final Clock clock;
  private volatile Situation situation = new Situation(State.STARTING, null);
  private volatile long upToDateAt;

  /** Starts as {@link State#STARTING}. */
  public ReplicationStatus(Clock clock) {
    this.clock = clock;
    this.upToDateAt = micros(clock.instant());
  }

  /** The values of {@code state} in the health of replication. */
  public enum State {
    /** Not connected yet. */
    STARTING,
    /** Another process reads the slot; this one waits for it to be free. */
    STANDBY,
    /** Connected, and events flow. */
    STREAMING,
    /** The connection was lost and is tried again. */
    RECONNECTING,
    /** Somebody has to mend something first. */
    FAILED
  }

  /**
   * State and reason, taken together.
   *
   * @param reason a sentence for people where the state is not a good one
   */
  public record Situation(State state, @Nullable String reason) {}

  /** The present state and why. */
  public Situation situation() {
    return situation;
  }

  /** How long what is stored lies behind the source: about zero while nothing waits to be read. */
  public Duration lag() {
    long behind = micros(clock.instant()) - upToDateAt;
    return Duration.ofNanos(Math.max(0, behind) * 1_000);
  }

  void become(State state, @Nullable String reason) {
    situation = new Situation(state, reason);
  }

  /** All that the server had to send is stored. */
  void caughtUp() {
    upToDateAt = micros(clock.instant());
  }

  /** All that was committed up to then is stored; microseconds since 1970. */
  void storedUpTo(long commitTime) {
    upToDateAt = Math.max(upToDateAt, Math.min(commitTime, micros(clock.instant())));
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }
}
