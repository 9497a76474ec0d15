package dev.walrelay.pipeline;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.EventId;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.event.JsonSettings.NumberForm;
import dev.walrelay.event.SettableCatalog;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogReading;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.replication.PublicationSettings;
import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.ReplicationSource;
import dev.walrelay.replication.SlotSettings;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.replication.SourceSettings;
import dev.walrelay.transaction.SpillDirectory;
import dev.walrelay.wal.Lsn;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** From a test's database into a log in a folder, without anything around it. */
final class Relay implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EventLog log;
  private final ReplicationStatus status;
  private final Replication replication;

  /**
   * What a test may vary.
   *
   * @param url of the source
   * @param memory for unfinished transactions, in bytes
   */
  record Options(
      String url,
      String user,
      String password,
      String slot,
      boolean twoPhase,
      Origin origin,
      long memory) {

    static Options of(TestDatabase database) {
      return new Options(
          database.url(),
          database.user(),
          database.password(),
          database.name(),
          false,
          Origin.ANY,
          64 << 20);
    }

    Options url(String other) {
      return new Options(other, user, password, slot, twoPhase, origin, memory);
    }

    Options slot(String other) {
      return new Options(url, user, password, other, twoPhase, origin, memory);
    }

    Options decodingPrepared() {
      return new Options(url, user, password, slot, true, origin, memory);
    }

    Options memory(long bytes) {
      return new Options(url, user, password, slot, twoPhase, origin, bytes);
    }
  }

  private Relay(Path folder, Options options, Catalog catalog) {
    log = open(folder);
    status = new ReplicationStatus(Clock.systemUTC());
    replication =
        new Replication(
            new ReplicationSource(source(options)),
            log,
            SpillDirectory.open(spill(folder), options.memory()),
            false,
            new JsonSettings(NumberForm.STRING, NumberForm.NUMBER),
            catalog,
            status,
            (_, _) -> {},
            ConfirmPolicy.STORED);
  }

  /** The log in a folder that no relay writes to now. */
  static EventLog open(Path folder) {
    return JdbcEventLog.open(
        new LogSettings(folder.resolve("log.db"), Duration.ofDays(7), 10L << 30),
        Clock.systemUTC());
  }

  static Relay start(Path folder, Options options) {
    return start(folder, options, new SettableCatalog());
  }

  static Relay start(Path folder, Options options, Catalog catalog) {
    Relay relay = new Relay(folder, options, catalog);
    try {
      relay.replication.start();
      return relay;
    } catch (RuntimeException e) {
      relay.close();
      throw e;
    }
  }

  /** Where unfinished transactions go. */
  static Path spill(Path folder) {
    return folder.resolve("spill");
  }

  private static SourceSettings source(Options options) {
    return new SourceSettings(
        options.url(),
        options.user(),
        options.password(),
        new SlotSettings(options.slot(), true, true, options.twoPhase(), OnLoss.FAIL),
        new PublicationSettings(
            "walrelay", true, List.of(), GeneratedColumns.NONE, false, options.origin()));
  }

  /** The events stored so far, as JSON. */
  List<String> events() {
    return LogReading.json(log);
  }

  EventLog log() {
    return log;
  }

  ReplicationStatus status() {
    return status;
  }

  Replication replication() {
    return replication;
  }

  /** Waits until all is stored that had committed in the database before this call. */
  Relay awaitStored(TestDatabase database) {
    Lsn position = Lsn.parse(String.valueOf(database.query("SELECT pg_current_wal_flush_lsn()")));
    Awaitility.await().atMost(PATIENCE).until(() -> !position.isAfter(log.position().flushed()));
    return this;
  }

  /** Waits until anything is stored. */
  EventId awaitFirst() {
    Awaitility.await().atMost(PATIENCE).until(() -> log.earliest().isPresent());
    return log.earliest().orElseThrow();
  }

  @Override
  public void close() {
    replication.stop();
    log.close();
  }
}
