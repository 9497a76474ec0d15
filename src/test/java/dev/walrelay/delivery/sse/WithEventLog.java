package dev.walrelay.delivery.sse;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A log of its own for each test. */
abstract class WithEventLog {

  EventLog log;

  @BeforeEach
  void openLog(@TempDir Path directory) {
    log =
        JdbcEventLog.open(
            new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), maxLogBytes()),
            Clock.systemUTC());
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  long maxLogBytes() {
    return 1L << 30;
  }

  /** Stores rows of public.orders, numbered from the first on. */
  void append(long first, int count) {
    append(Events.batch(first, count));
  }

  void append(EventBatch batch) {
    log.append(List.of(batch), Lsn.ZERO);
  }

  /** Stores a message of a prefix. */
  void appendMessage(long number, String prefix) {
    EventBatch batch = new EventBatch(256);
    Events.addMessage(batch, Events.id(number), Events.commitTime(number), prefix, "{}");
    append(batch);
  }

  /** The ids of numbered events, as text. */
  static List<String> ids(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(WithEventLog::id).toList();
  }

  static String id(long number) {
    return Events.id(number).toString();
  }
}
