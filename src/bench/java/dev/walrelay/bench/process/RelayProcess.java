package dev.walrelay.bench.process;

import dev.walrelay.event.EventId;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.pipeline.ConfirmPolicy;
import dev.walrelay.pipeline.Handover;
import dev.walrelay.pipeline.JdbcCatalog;
import dev.walrelay.pipeline.Replication;
import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.replication.PublicationSettings;
import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.ReplicationSource;
import dev.walrelay.replication.SlotSettings;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.replication.SourceSettings;
import dev.walrelay.transaction.SpillDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Reads a slot into the durable log as the service does, without anything around it. */
public final class RelayProcess {

  private static final long MEMORY = 64 << 20;

  private RelayProcess() {}

  /** {@link Slot#arguments}, and the folder of the log. Asked in how many parts to measure. */
  public static void main(String[] arguments) throws Exception {
    Slot slot = Slot.of(arguments);
    Path folder = Path.of(arguments[6]);
    try (EventLog log =
        JdbcEventLog.open(
            new LogSettings(folder.resolve("log.db"), Duration.ofDays(7), 100L << 30),
            Clock.systemUTC())) {
      Answers.serve(
          count -> {
            Parts parts = new Parts(slot.events(), Integer.parseInt(count));
            return relay(slot, log, folder.resolve("spill"), parts);
          });
    }
  }

  private static String relay(Slot slot, EventLog log, Path spill, Parts parts)
      throws InterruptedException {
    Replication replication =
        new Replication(
            new ReplicationSource(source(slot)),
            log,
            SpillDirectory.open(spill, MEMORY),
            false,
            JsonSettings.DEFAULT,
            new JdbcCatalog(dataSource(slot)),
            new ReplicationStatus(Clock.systemUTC()),
            (handovers, _) -> parts.add(count(handovers)),
            ConfirmPolicy.STORED);
    replication.start();
    List<Figures> figures = parts.await();
    replication.stop();
    requireEveryNumber(log, slot.events());
    return figures.stream().map(Figures::json).collect(Collectors.joining(",", "[", "]"));
  }

  private static long count(List<Handover> handovers) {
    long count = 0;
    for (Handover handover : handovers) {
      count += handover.batch().count();
    }
    return count;
  }

  private static SourceSettings source(Slot slot) {
    return new SourceSettings(
        slot.url(),
        slot.user(),
        slot.password(),
        new SlotSettings(slot.name(), false, false, false, OnLoss.FAIL),
        new PublicationSettings(
            slot.publication(), false, List.of(), GeneratedColumns.NONE, false, Origin.ANY));
  }

  private static DataSource dataSource(Slot slot) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(slot.url());
    dataSource.setUser(slot.user());
    dataSource.setPassword(slot.password());
    return dataSource;
  }

  /** What was stored must be what was written: each event, once, in order. */
  private static void requireEveryNumber(EventLog log, long events) {
    EventId cursor = EventId.NONE;
    long number = 0;
    for (Block block = log.next(cursor); block != null; block = log.next(cursor)) {
      for (int i = block.indexAfter(cursor); i < block.count(); i++) {
        long found = LastNumber.inJson(block.bytes(), block.start(i), block.end(i));
        if (found != ++number) {
          throw new IllegalStateException(
              "event " + found + " is stored where " + number + " belongs");
        }
      }
      cursor = block.lastId();
    }
    if (number != events) {
      throw new IllegalStateException(number + " events are stored where " + events + " belong");
    }
  }
}
