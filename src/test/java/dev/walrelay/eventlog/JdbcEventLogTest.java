package dev.walrelay.eventlog;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** What every log promises, kept on SQLite. */
class JdbcEventLogTest {

  private static EventLog open(Path directory, Clock clock, Duration maxAge, long maxSizeBytes) {
    Path path = directory.resolve("missing/walrelay.db");
    return JdbcEventLog.open(new LogSettings(path, maxAge, maxSizeBytes), clock);
  }

  @Nested
  class Storing extends EventLogContract {
    Storing() {
      super(JdbcEventLogTest::open);
    }
  }

  @Nested
  class Waiting extends EventLogWaitingContract {
    Waiting() {
      super(JdbcEventLogTest::open);
    }
  }

  @Nested
  class Skipping extends EventLogSkippingContract {
    Skipping() {
      super(JdbcEventLogTest::open);
    }
  }

  @Nested
  class Concurrently extends EventLogConcurrencyContract {
    Concurrently() {
      super(JdbcEventLogTest::open);
    }
  }
}
