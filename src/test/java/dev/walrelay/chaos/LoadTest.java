package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of streams, a quarter of which hardly reads, and a hundred subscriptions, while the
 * database is written as fast as it can.
 */
class LoadTest {

  private static final String HEAP = "512m";
  private static final Duration STARTED = Duration.ofSeconds(90);
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  @TempDir private Path folder;

  /** How much of everything. */
  private record Size(
      int healthy, int slow, int subscriptions, Duration alone, Duration together) {}

  @Test
  @Tag("chaos")
  void slowReadersDelayNobody() throws IOException {
    carry(new Size(60, 20, 5, Duration.ofSeconds(2), Duration.ofSeconds(4)));
  }

  @Test
  @Tag("chaos")
  void fiveHundredSlowReadersDelayNobody() throws IOException {
    carry(new Size(1500, 500, 100, Duration.ofSeconds(30), Duration.ofMinutes(2)));
  }

  private void carry(Size size) throws IOException {
    try (TestDatabase database = TestServer.shared(18).database();
        Receiver receiver = Receiver.forgetful()) {
      database.execute(
          "CREATE TABLE beats (id int PRIMARY KEY)", "CREATE TABLE busy (id int, text text)");
      try (ServiceProcess service =
          ServiceProcess.start(folder, HEAP, arguments(database, receiver, size))) {
        service.awaitReadings(0, STARTED);
        carry(size, database, service);
      }
    }
  }

  private void carry(Size size, TestDatabase database, ServiceProcess service) throws IOException {
    warmUp(service);
    // The platform threads that carry virtual ones come as they are needed.
    int threads = service.threads() + 4 * Math.max(2, Runtime.getRuntime().availableProcessors());
    // Nothing was delivered yet, and each subscription keeps the connection to its endpoint open.
    int files = service.openFiles() + size.subscriptions();
    try (OpenStreams healthy = OpenStreams.open(service.port(), size.healthy(), "table=beats");
        Load load = new Load(database)) {
      beat(database, size.alone());
      Duration before = healthy.takeLatest();
      Duration together;
      try (OpenStreams.Slow slow =
          OpenStreams.Slow.open(service.port(), size.slow(), "from=earliest")) {
        beat(database, size.together());
        together = healthy.takeLatest();
        assertThat(together).isLessThan(before.plus(TOLERANCE));
        assertThat(healthy.problems()).isEmpty();
        // One that reads little, but reads, is not one that has stopped.
        assertThat(slow.dropped()).isZero();
      }
      long beats = Long.parseLong(String.valueOf(database.query("SELECT count(*) FROM beats")));
      service
          .eventually("every beat on every stream")
          .until(() -> healthy.arrived() == beats * size.healthy());
      System.out.printf(
          "%d streams, %d slow ones: a beat came %d ms after its commit at the latest, %d ms before"
              + " they came; %d rows a second were written meanwhile.%n",
          size.healthy(), size.slow(), together.toMillis(), before.toMillis(), load.rate());
    }
    service
        .eventually("threads and files as before")
        .untilAsserted(
            () -> {
              assertThat(service.openFiles()).isLessThanOrEqualTo(files + 10);
              assertThat(service.threads()).isLessThanOrEqualTo(threads + 10);
            });
  }

  /** Threads and files that are kept from the first streams on. */
  private static void warmUp(ServiceProcess service) throws IOException {
    try (OpenStreams first = OpenStreams.open(service.port(), 20, "")) {
      assertThat(first.problems()).isEmpty();
    }
  }

  private static void beat(TestDatabase database, Duration time) {
    for (long left = time.dividedBy(BEAT); left > 0; left--) {
      database.execute("INSERT INTO beats SELECT count(*) FROM beats");
      LockSupport.parkNanos(BEAT.toNanos());
    }
  }

  private List<String> arguments(TestDatabase database, Receiver receiver, Size size) {
    List<String> arguments = new ArrayList<>(RunningWalrelay.arguments(database, folder));
    // It is by this that the end of a stream is noticed while nothing is sent on it.
    arguments.add("--walrelay.sse.heartbeat=1s");
    for (int i = 0; i < size.subscriptions(); i++) {
      String key = "--walrelay.subscriptions[%d].".formatted(i);
      arguments.add(key + "name=number-" + i);
      arguments.add(key + "url=" + receiver.url());
      arguments.add(key + "tables=beats");
    }
    return arguments;
  }

  /**
   * Writes rows as fast as the server can and the service follows, until it is closed. A backlog
   * that grows on a machine with too little processor would delay everybody, slow readers or none.
   */
  private static final class Load implements AutoCloseable {

    private static final int ROWS = 1_000;
    private static final long BACKLOG = 4 << 20;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final String BEHIND =
        """
        SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn))::bigint
        FROM pg_replication_slots WHERE database = current_database()\
        """;

    private final TestDatabase database;
    private final AtomicLong rows = new AtomicLong();
    private final long since = System.nanoTime();
    private final FutureTask<@Nullable Void> writing = new FutureTask<>(this::run, null);
    private volatile boolean closed;

    Load(TestDatabase database) {
      this.database = database;
      Thread.ofPlatform().name("load").start(writing);
    }

    private void run() {
      while (!closed) {
        if (Long.parseLong(String.valueOf(database.query(BEHIND))) > BACKLOG) {
          LockSupport.parkNanos(PAUSE.toNanos());
          continue;
        }
        database.execute(
            "INSERT INTO busy SELECT i, repeat('x', 100) FROM generate_series(1, %d) i"
                .formatted(ROWS));
        rows.addAndGet(ROWS);
      }
    }

    long rate() {
      return rows.get() * Duration.ofSeconds(1).toNanos() / (System.nanoTime() - since);
    }

    /** Fails if it could not be written to the end: without load nothing is proved. */
    @Override
    public void close() {
      closed = true;
      try {
        writing.get();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the load broke off", e);
      }
    }
  }
}
