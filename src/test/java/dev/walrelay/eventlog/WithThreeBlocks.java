package dev.walrelay.eventlog;

import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A log of three blocks of a hundred inserts, closed, so that its file can be damaged. */
abstract class WithThreeBlocks {

  @TempDir private Path directory;
  LogSettings settings;

  @BeforeEach
  void storeEvents() {
    settings = new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), 1 << 30);
    try (JdbcEventLog log = open()) {
      for (int number = 1; number <= 300; number += 100) {
        log.append(List.of(Events.incompressible(number, 100)), new Lsn(number));
      }
    }
  }

  JdbcEventLog open() {
    return JdbcEventLog.open(settings, new SettableClock());
  }
}
