package dev.walrelay.eventlog;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the log is and how much of it is kept.
 *
 * @param path of the database file; missing directories above it are created
 * @param maxAge how long an event is kept at least, unless the size is reached first
 * @param maxSizeBytes how many bytes the stored events may take on disk, after compression; the
 *     newest block stays even if it alone takes more
 */
public record LogSettings(Path path, Duration maxAge, long maxSizeBytes) {

  /** Checks the bounds. */
  public LogSettings {
    if (!maxAge.isPositive()) {
      throw new IllegalArgumentException(
          "walrelay.log.max-age is " + maxAge + ", but must be longer than nothing.");
    }
    if (maxSizeBytes <= 0) {
      throw new IllegalArgumentException(
          "walrelay.log.max-size is " + maxSizeBytes + " bytes, but must be more than nothing.");
    }
  }
}
