package dev.walrelay.wal;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Converts PostgreSQL's timestamps, which count microseconds from 2000-01-01T00:00Z, to and from
 * those that count from 1970-01-01T00:00Z (manual: Date/Time Types).
 */
public final class PostgresTime {

  private static final long EPOCH_SECOND = 946_684_800;
  private static final long EPOCH_MICROS = TimeUnit.SECONDS.toMicros(EPOCH_SECOND);
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private PostgresTime() {}

  /**
   * Microseconds since 1970 for microseconds since 2000.
   *
   * @throws ArithmeticException if the result does not fit, which is later than the year 294246
   */
  public static long toUnixMicros(long postgresMicros) {
    return Math.addExact(postgresMicros, EPOCH_MICROS);
  }

  /**
   * Microseconds since 2000 for microseconds since 1970.
   *
   * @throws ArithmeticException if the result does not fit
   */
  public static long fromUnixMicros(long unixMicros) {
    return Math.subtractExact(unixMicros, EPOCH_MICROS);
  }

  /** The instant of any number of microseconds since 2000. */
  public static Instant toInstant(long postgresMicros) {
    long second = EPOCH_SECOND + Math.floorDiv(postgresMicros, MICROS_PER_SECOND);
    return Instant.ofEpochSecond(
        second, Math.floorMod(postgresMicros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }

  /**
   * Microseconds since 2000 for an instant, whose nanoseconds are cut off.
   *
   * @throws ArithmeticException if the result does not fit
   */
  public static long fromInstant(Instant instant) {
    long seconds = Math.subtractExact(instant.getEpochSecond(), EPOCH_SECOND);
    // One second further towards zero, so that only what really does not fit overflows.
    long borrowed = seconds < 0 ? 1 : 0;
    return Math.addExact(
        Math.multiplyExact(seconds + borrowed, MICROS_PER_SECOND),
        instant.getNano() / NANOS_PER_MICRO - borrowed * MICROS_PER_SECOND);
  }
}
