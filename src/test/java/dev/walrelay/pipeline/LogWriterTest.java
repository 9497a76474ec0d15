package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.GapEvent;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import dev.walrelay.wal.Lsn;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogWriterTest {

  private static final Duration NOT_LONG = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final AtomicBoolean diskIsFull = new AtomicBoolean();
  private final List<Lsn> stored = new CopyOnWriteArrayList<>();
  private JdbcEventLog log;
  private LogWriter writer;

  @BeforeEach
  void open() {
    LogSettings settings = new LogSettings(folder.resolve("log.db"), Duration.ofDays(1), 1L << 30);
    log = JdbcEventLog.open(settings, Clock.systemUTC());
    writer =
        new LogWriter(
            failingOnDemand(log), (handovers, position) -> stored.add(position.flushed()));
  }

  @AfterEach
  void close() {
    writer.close();
    log.close();
  }

  @Test
  void tellsOfWhatIsStoredOnlyWhenItIs() throws InterruptedException {
    assertThat(writer.offer(handover(1), NOT_LONG)).isTrue();
    assertThat(writer.awaitIdle(LONG)).isTrue();

    assertThat(stored).containsExactly(new Lsn(1));
    assertThat(log.position().lastId()).isEqualTo(id(1));
  }

  @Test
  void triesAgainUntilTheLogCanBeWrittenAndDropsNothing() throws InterruptedException {
    diskIsFull.set(true);
    writer.offer(handover(1), NOT_LONG);
    await().atMost(LONG).until(() -> writer.failure() != null);
    writer.offer(handover(2), NOT_LONG);
    assertThat(writer.isIdle()).isFalse();
    assertThat(writer.awaitIdle(NOT_LONG)).isFalse();
    assertThat(stored).isEmpty();

    diskIsFull.set(false);

    assertThat(writer.awaitIdle(LONG)).isTrue();
    assertThat(writer.failure()).isNull();
    assertThat(stored).containsExactly(new Lsn(1), new Lsn(2));
    assertThat(log.position().lastId()).isEqualTo(id(2));
  }

  @ParameterizedTest
  @MethodSource
  void storesOnWhenWhoeverIsToldOfItFails(Throwable failure) throws InterruptedException {
    AtomicInteger told = new AtomicInteger();
    try (LogWriter failing =
        new LogWriter(
            log,
            (handovers, position) -> {
              told.incrementAndGet();
              throw sneaky(failure);
            })) {
      failing.offer(handover(1), NOT_LONG);
      assertThat(failing.awaitIdle(LONG)).isTrue();
      failing.offer(handover(2), NOT_LONG);
      assertThat(failing.awaitIdle(LONG)).isTrue();
    }

    assertThat(told).hasValue(2);
    assertThat(log.position().lastId()).isEqualTo(id(2));
  }

  static Stream<Throwable> storesOnWhenWhoeverIsToldOfItFails() {
    return Stream.of(new IllegalStateException("broken"), new OutOfMemoryError("Java heap space"));
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable failure) throws T {
    throw (T) failure;
  }

  @Test
  void takesNoMoreThanItsQueueHolds() throws InterruptedException {
    diskIsFull.set(true);
    int taken = 0;
    while (taken < 1_000 && writer.offer(largeHandover(taken + 1), NOT_LONG)) {
      taken++;
    }

    assertThat(taken).isBetween(4, 10);
  }

  @Test
  void endsInTimeAlsoWhileTheLogCannotBeWritten() throws InterruptedException {
    diskIsFull.set(true);
    writer.offer(handover(1), NOT_LONG);
    await().atMost(LONG).until(() -> writer.failure() != null);

    writer.close();

    assertThat(writer.offer(handover(2), NOT_LONG)).isFalse();
    assertThat(stored).isEmpty();
  }

  private static Handover handover(int number) {
    EventBatch batch = new EventBatch(256);
    GapEvent.append(id(number), GapEvent.Reason.SLOT_MOVED, EventId.NONE, batch);
    return new Handover(batch, new Lsn(number), 1);
  }

  private static Handover largeHandover(int number) {
    EventBatch batch = handover(number).batch();
    batch.json().put(new byte[1 << 20]);
    GapEvent.append(
        EventId.of(0, new Lsn(number), 2), GapEvent.Reason.SLOT_MOVED, EventId.NONE, batch);
    return new Handover(batch, new Lsn(number), 1);
  }

  private static EventId id(int number) {
    return EventId.of(0, new Lsn(number), 1);
  }

  /** The real log, but for a disk that can be full. */
  private EventLog failingOnDemand(EventLog real) {
    return (EventLog)
        Proxy.newProxyInstance(
            EventLog.class.getClassLoader(),
            new Class<?>[] {EventLog.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("append") && diskIsFull.get()) {
                throw new EventLogException("The disk is full.");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
