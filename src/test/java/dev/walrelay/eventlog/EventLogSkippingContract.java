package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.commitTime;
import static dev.walrelay.event.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.event.Filter;
import dev.walrelay.event.Interest;
import dev.walrelay.event.Op;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who wants little gets all of it, however much there is between. */
abstract class EventLogSkippingContract extends EventLogFixture {

  private static final int HISTORY = 20_000;
  private static final int END = 60_000;
  private static final int READERS = 6;

  /** Every so many events there is one that is wanted. */
  private static final int RARE = 1_997;

  private static final Interest MESSAGES = Filter.ALL.withPrefixes(List.of("billing.*")).interest();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Random random = new Random(7);

  EventLogSkippingContract(Opening opening) {
    super(opening);
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void goesPastAllThatIsNotWanted() {
    appendThrough(1, RARE - 1);

    assertThat(log.skip(EventId.NONE, MESSAGES)).isEqualTo(id(RARE - 1));
    assertThat(log.skip(id(5), MESSAGES)).isEqualTo(id(RARE - 1));
    assertThat(log.skip(id(RARE - 1), MESSAGES)).isEqualTo(id(RARE - 1));
    assertThat(log.skip(id(RARE + 7), MESSAGES)).isEqualTo(id(RARE + 7));
  }

  @Test
  void goesPastNothingThatIsWanted() {
    appendThrough(1, 100);

    assertThat(log.skip(EventId.NONE, Interest.ALL)).isEqualTo(EventId.NONE);
    assertThat(log.skip(id(50), Interest.ALL)).isEqualTo(id(50));
    EventBatch gap = new EventBatch(256);
    Events.addGap(gap, id(101));
    log.append(List.of(gap), new Lsn(101));
    assertThat(log.skip(EventId.NONE, MESSAGES)).isLessThan(id(101));
  }

  @Test
  void leadsFromHistoryToLiveToEverythingThatIsWanted() throws Exception {
    appendThrough(1, HISTORY);
    reopen();
    List<Future<Read>> readers = readers();

    appendThrough(HISTORY + 1, END);

    for (Future<Read> reader : readers) {
      assertThat(reader.get().wanted).isEqualTo(wanted(0));
      assertThat(reader.get().looked).isLessThan(END / 2);
    }
  }

  @Test
  void letsReadersKnowOfWhatIsRemovedMeanwhile() throws Exception {
    appendThrough(1, HISTORY);
    reopen();
    List<Future<Read>> readers = readers();

    for (int number = HISTORY; number < END; number += 500) {
      appendThrough(number + 1, number + 500);
      log.retain();
    }

    for (Future<Read> reader : readers) {
      assertThat(reader.get().wanted).isEqualTo(wanted(reader.get().gapEnd));
    }
  }

  private static List<Long> wanted(long after) {
    return LongStream.rangeClosed(1, END).filter(n -> n > after && isWanted(n)).boxed().toList();
  }

  private static boolean isWanted(long number) {
    return number % RARE == 0;
  }

  private void appendThrough(int first, int last) {
    int next = first;
    while (next <= last) {
      List<EventBatch> batches = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0 && next <= last; i--) {
        int end = Math.min(next + random.nextInt(1 << random.nextInt(10)), last);
        batches.add(batch(next, end));
        next = end + 1;
      }
      log.append(batches, new Lsn(next));
    }
  }

  private EventBatch batch(int first, int last) {
    EventBatch batch = new EventBatch(1024);
    String text = "x".repeat(random.nextInt(700));
    for (int number = first; number <= last; number++) {
      if (isWanted(number)) {
        Events.addMessage(batch, id(number), commitTime(number), "billing.paid", "{}");
      } else {
        Events.addInsert(batch, id(number), commitTime(number), text);
      }
    }
    return batch;
  }

  private List<Future<Read>> readers() {
    List<Future<Read>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(threads.submit(this::readToTheEnd));
    }
    return readers;
  }

  /** What a reader gets; it begins anew with each gap. */
  private static final class Read {

    private final List<Long> wanted = new ArrayList<>();
    private long gapEnd;
    private int looked;
  }

  private Read readToTheEnd() throws InterruptedException {
    Read read = new Read();
    EventId position = EventId.NONE;
    while (Events.number(position) < END) {
      EventId skipped = log.skip(position, MESSAGES);
      Block block = log.next(skipped);
      EventId floor = log.floor();
      if (floor.isAfter(position)) {
        read.wanted.clear();
        read.gapEnd = Events.number(floor);
        position = floor;
      } else if (block == null) {
        Duration time = Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 50));
        position = log.await(skipped, MESSAGES, time);
      } else {
        look(block, skipped, read);
        position = block.lastId();
      }
    }
    return read;
  }

  private static void look(Block block, EventId after, Read read) {
    for (int i = block.indexAfter(after); i < block.count(); i++) {
      read.looked++;
      if (block.op(i) == Op.MESSAGE) {
        read.wanted.add(Events.number(block.id(i)));
      }
    }
  }
}
