package dev.walrelay.pipeline;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import org.awaitility.Awaitility;

/** A test's database whose server streams nearly every transaction. */
final class StreamingSource implements AutoCloseable {

  private final TestDatabase database;

  private StreamingSource(TestDatabase database) {
    this.database = database;
  }

  static StreamingSource on(int version) {
    TestDatabase database = TestServer.shared(version).database();
    database.execute(
        "CREATE PUBLICATION walrelay FOR ALL TABLES",
        set(database, "logical_decoding_work_mem = '64kB'"));
    return new StreamingSource(database);
  }

  /** Where the server can do that, it streams each change for itself. */
  StreamingSource immediately() {
    if (database.server().version() >= 16) {
      database.execute(set(database, "debug_logical_replication_streaming = immediate"));
    }
    return this;
  }

  private static String set(TestDatabase database, String setting) {
    return "ALTER DATABASE %s SET %s".formatted(database.name(), setting);
  }

  TestDatabase database() {
    return database;
  }

  /** From the next connection on, transactions are sent when they have committed. */
  void stopStreaming() {
    database.execute("ALTER DATABASE %s RESET ALL".formatted(database.name()));
  }

  void createSlot(String name, boolean twoPhase) {
    database.execute(
        "SELECT pg_create_logical_replication_slot('%s', 'pgoutput', false, %s)"
            .formatted(name, twoPhase));
  }

  /** How often the server has sent a part of a transaction in progress through the slot. */
  long blocks(String slot) {
    return Long.parseLong(
        String.valueOf(
            database.query(
                "SELECT stream_count FROM pg_stat_replication_slots WHERE slot_name = '%s'"
                    .formatted(slot))));
  }

  /** Waits until a part of a transaction in progress was sent through the slot. */
  void awaitBlockAfter(long blocks, String slot) {
    Awaitility.await().until(() -> blocks(slot) > blocks);
  }

  @Override
  public void close() {
    database.close();
  }
}
