package dev.walrelay.bench;

import dev.walrelay.bench.process.Slot;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.List;
import java.util.Map;

/** A workload that was written once, with a slot for each who is to read it. */
final class Source implements AutoCloseable {

  private static final String PUBLICATION = "bench";

  /** No work of the server's own between the writing and the reading. */
  private static final Map<String, String> QUIET =
      Map.of(
          "autovacuum", "off",
          "checkpoint_timeout", "1h",
          "max_wal_size", "64GB",
          "shared_buffers", "256MB",
          "wal_sender_timeout", "60s");

  private final TestDatabase database;
  private long written;

  private Source(TestDatabase database) {
    this.database = database;
  }

  static TestServer server() {
    return TestServer.start(18, QUIET);
  }

  /** A database with the workload's tables and nothing published yet. */
  static Source of(TestServer server, Workload workload) {
    Source source = new Source(server.database());
    source.database.execute(workload.tables().toArray(String[]::new));
    source.database.execute("CREATE PUBLICATION %s FOR ALL TABLES".formatted(PUBLICATION));
    return source;
  }

  TestDatabase database() {
    return database;
  }

  /** A slot for each name, for what is written from now on. */
  void slots(List<String> names) {
    for (String name : names) {
      database.execute(
          "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(slotName(name)));
    }
  }

  /** Writes so many more events. */
  void write(Workload workload, long events) {
    if (events == 0) {
      return;
    }
    workload.portion().write(database, written, written + events);
    written += events;
    database.execute("CHECKPOINT");
  }

  /** The number of the last event. */
  long written() {
    return written;
  }

  /** A slot that was made when there were so many events fewer than now. */
  Slot slot(String name, long events) {
    return new Slot(
        database.url(), database.user(), database.password(), slotName(name), PUBLICATION, events);
  }

  private String slotName(String name) {
    return database.name() + "_" + name;
  }

  @Override
  public void close() {
    database.close();
  }
}
