package dev.walrelay.eventlog;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A log in a directory of its own, for each test of what every implementation promises. */
abstract class EventLogFixture {

  static final Duration MAX_AGE = Duration.ofDays(7);
  static final long MAX_SIZE = 1 << 20;

  @TempDir Path directory;
  final SettableClock clock = new SettableClock();
  EventLog log;

  private final Opening opening;

  EventLogFixture(Opening opening) {
    this.opening = opening;
  }

  /** Opens the log that lives in a directory, as it was left there. */
  @FunctionalInterface
  interface Opening {
    EventLog open(Path directory, Clock clock, Duration maxAge, long maxSizeBytes);
  }

  @BeforeEach
  void openLog() {
    log = opening.open(directory, clock, MAX_AGE, MAX_SIZE);
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  void reopen() {
    log.close();
    openLog();
  }

  static List<Long> numbers(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }
}
