package dev.walrelay.eventlog;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** The contract, on SQLite. */
class JdbcEventLogTest extends EventLogContract {

  @Override
  EventLog open(Path directory, Clock clock, Duration maxAge, long maxSizeBytes) {
    Path path = directory.resolve("missing/walrelay.db");
    return JdbcEventLog.open(new LogSettings(path, maxAge, maxSizeBytes), clock);
  }
}
