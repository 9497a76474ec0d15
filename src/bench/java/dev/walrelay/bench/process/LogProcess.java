package dev.walrelay.bench.process;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Fills a log, or reads on in one from many places. */
public final class LogProcess {

  /** Followed by how many bytes the log shall take; answers how many events it has. */
  public static final String FILL = "fill ";

  /** Followed by the first and the last number to resume after; answers milliseconds. */
  public static final String RESUME = "resume ";

  private static final int EVENTS_IN_BATCH = 500;
  private static final int RESUMES = 300;

  private LogProcess() {}

  /** The folder of the log. */
  public static void main(String[] arguments) throws Exception {
    long before = System.nanoTime();
    LogSettings settings =
        new LogSettings(Path.of(arguments[0], "log.db"), Duration.ofDays(7), 1L << 40);
    try (JdbcEventLog log = JdbcEventLog.open(settings, Clock.systemUTC())) {
      String openedIn = Double.toString((System.nanoTime() - before) / 1e6);
      Answers.serve(openedIn, question -> answer(log, question));
    }
  }

  private static String answer(JdbcEventLog log, String question) {
    if (question.startsWith(FILL)) {
      return Long.toString(fill(log, Long.parseLong(question.substring(FILL.length()))));
    }
    String[] range = question.substring(RESUME.length()).split(" ");
    return Double.toString(resume(log, Long.parseLong(range[0]), Long.parseLong(range[1])));
  }

  private static long fill(JdbcEventLog log, long bytes) {
    long events = 0;
    while (log.sizeBytes() < bytes) {
      log.append(
          List.of(Events.incompressible(events + 1, EVENTS_IN_BATCH)),
          new Lsn(events + EVENTS_IN_BATCH));
      events += EVENTS_IN_BATCH;
    }
    return events;
  }

  /** The median time to the first event after a random one in the range. */
  private static double resume(JdbcEventLog log, long first, long last) {
    Random random = new Random(11);
    long[] nanos = new long[RESUMES];
    for (int i = 0; i < RESUMES; i++) {
      EventId after = Events.id(random.nextLong(first, last));
      long before = System.nanoTime();
      requireNext(log, after);
      nanos[i] = System.nanoTime() - before;
    }
    Arrays.sort(nanos);
    return nanos[RESUMES / 2] / 1e6;
  }

  private static void requireNext(JdbcEventLog log, EventId after) {
    Block block = log.next(after);
    if (block == null
        || Events.number(block.id(block.indexAfter(after))) != Events.number(after) + 1) {
      throw new IllegalStateException("the event after " + after + " was not found");
    }
  }
}
