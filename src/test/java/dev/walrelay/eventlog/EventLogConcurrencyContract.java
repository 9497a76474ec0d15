package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.event.Interest;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From history to live there is neither a gap nor a repeat, whatever goes on meanwhile. */
abstract class EventLogConcurrencyContract extends EventLogFixture {

  private static final int HISTORY = 20_000;
  private static final int END = 80_000;
  private static final int READERS = 6;
  private static final int PADDING = 700;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventLogConcurrencyContract(Opening opening) {
    super(opening);
  }

  @BeforeEach
  void storeHistory() {
    for (int number = 1; number <= HISTORY; number += 200) {
      log.append(List.of(batch(number, 200, PADDING)), new Lsn(number));
    }
    reopen();
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void readsFromHistoryToLiveEveryEventOnce() throws Exception {
    List<Future<Long>> missing = readers();

    appendThrough(END);

    for (Future<Long> reader : missing) {
      assertThat(reader.get()).isZero();
    }
  }

  @Test
  void missesOnlyWhatIsBelowTheFloorWhileTheOldestAreRemoved() throws Exception {
    List<Future<Long>> missing = readers();
    AtomicBoolean enough = new AtomicBoolean();
    Future<?> retaining = threads.submit(() -> retainUntil(enough));

    appendThrough(END - 1);
    enough.set(true);
    retaining.get();
    appendThrough(END);

    assertThat(log.floor()).isGreaterThan(Events.id(HISTORY));
    for (Future<Long> reader : missing) {
      assertThat(reader.get()).isLessThan(END);
    }
  }

  /** Every eighth of an age, which passes with every turn. */
  private void retainUntil(AtomicBoolean enough) {
    while (!enough.get()) {
      clock.forward(MAX_AGE.dividedBy(8));
      log.retain();
    }
  }

  private List<Future<Long>> readers() {
    List<Future<Long>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(threads.submit(this::readToTheEnd));
    }
    return readers;
  }

  private void appendThrough(int last) {
    Random random = new Random(4);
    int next = (int) Events.number(log.position().lastId()) + 1;
    while (next <= last) {
      List<EventBatch> batches = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0 && next <= last; i--) {
        int count = Math.min(1 + random.nextInt(1 << random.nextInt(10)), last + 1 - next);
        batches.add(batch(next, count, random.nextInt(PADDING)));
        next += count;
      }
      log.append(batches, new Lsn(next));
    }
  }

  /** Reads all there is, checks that nothing comes twice, and counts what the log had removed. */
  private long readToTheEnd() throws InterruptedException {
    EventId cursor = EventId.NONE;
    long missing = 0;
    while (Events.number(cursor) < END) {
      Block block = log.next(cursor);
      if (block == null) {
        assertThat(log.await(cursor, Interest.ALL, Duration.ofMinutes(1))).isEqualTo(cursor);
        continue;
      }
      int from = block.indexAfter(cursor);
      // A page may end anywhere in a block.
      int to = ThreadLocalRandom.current().nextInt(from, block.count()) + 1;
      for (int i = from; i < to; i++) {
        missing += missingBetween(cursor, block.id(i));
        cursor = block.id(i);
      }
    }
    return missing;
  }

  private long missingBetween(EventId cursor, EventId next) {
    long missing = Events.number(next) - Events.number(cursor) - 1;
    assertThat(missing).isNotNegative();
    if (missing > 0) {
      assertThat(log.floor()).isGreaterThanOrEqualTo(Events.id(Events.number(next) - 1));
    }
    return missing;
  }
}
