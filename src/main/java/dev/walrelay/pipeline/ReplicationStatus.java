package dev.walrelay.pipeline;

import dev.walrelay.wal.Lsn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What replication is doing, for those who watch it from other threads. */
public final class ReplicationStatus {

  private static final Logger LOGGER = LoggerFactory.getLogger(ReplicationStatus.class);

  private final Clock clock;
  private volatile Situation situation = new Situation(State.STARTING, null);
  private final AtomicLong upToDateAt;
  private final Notices notices;
  private volatile @Nullable String spillFailure;

  /** How far the server was when it was last asked; null if it did not answer. */
  private volatile @Nullable Lsn serverPosition;

  private volatile Lsn storedPosition = Lsn.ZERO;

  /** Starts as {@link State#STARTING}. */
  public ReplicationStatus(Clock clock) {
    this.clock = clock;
    this.upToDateAt = new AtomicLong(micros(clock.instant()));
    this.notices = new Notices(clock);
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
    long behind = micros(clock.instant()) - upToDateAt.get();
    return Duration.ofNanos(Math.max(0, behind) * 1_000);
  }

  /** What the server has said amid the stream of late, the newest last. */
  public List<String> notices() {
    return notices.latest();
  }

  void noticed(String notice) {
    notices.add(notice);
  }

  /**
   * How far the server's log is on its disk, or null if that is not known: as long as less is
   * stored there is a lag, although the server may have nothing to send, since it waits for
   * something.
   */
  public void serverIsAt(@Nullable Lsn position) {
    serverPosition = position;
  }

  /** Why unfinished transactions can't be put to disk at present, or null. */
  public @Nullable String spillFailure() {
    return spillFailure;
  }

  /** Reading waits for that reason, or no longer. */
  void spillFailed(@Nullable String reason) {
    if (!Objects.equals(reason, spillFailure)) {
      if (reason == null) {
        LOGGER.info("Unfinished transactions can be put to disk again; reading goes on.");
      } else {
        LOGGER.error("{}", reason);
      }
      spillFailure = reason;
      situation = new Situation(State.STREAMING, reason);
    }
  }

  void streaming(Lsn stored) {
    storedPosition = stored;
    notices.forget();
    spillFailure = null;
    situation = new Situation(State.STREAMING, null);
  }

  /** Whether that is news. */
  boolean become(State state, String reason) {
    Situation before = situation;
    spillFailure = null;
    situation = new Situation(state, reason);
    return !situation.equals(before);
  }

  /** All that the server has sent is stored. */
  void caughtUp() {
    Lsn server = serverPosition;
    if (server == null || !server.isAfter(storedPosition)) {
      upToDateAt.set(micros(clock.instant()));
    }
  }

  /** All that was committed before the last of these is stored, up to that position. */
  void storedUpTo(List<Handover> handovers, Lsn position) {
    storedPosition = position;
    long latest = Long.MIN_VALUE;
    for (Handover handover : handovers) {
      latest = Math.max(latest, handover.batch().lastCommitTime());
    }
    // The server's clock may be ahead of ours.
    upToDateAt.accumulateAndGet(Math.min(latest, micros(clock.instant())), Math::max);
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }
}
