package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static dev.walrelay.event.Events.commitTime;
import static dev.walrelay.event.Events.id;
import static dev.walrelay.eventlog.LogReading.blockAfter;
import static dev.walrelay.eventlog.LogReading.numbersAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every {@link EventLog} promises to its writer and its readers. */
abstract class EventLogContract extends EventLogFixture {

  EventLogContract(Opening opening) {
    super(opening);
  }

  @Test
  void beginsEmptyAndComplete() {
    assertThat(log.position()).isEqualTo(new LogPosition(EventId.NONE, Lsn.ZERO));
    assertThat(log.floor()).isEqualTo(EventId.NONE);
    assertThat(log.earliest()).isEmpty();
    assertThat(log.source()).isEmpty();
    assertThat(log.sizeBytes()).isZero();
    assertThat(log.next(EventId.NONE)).isNull();
    assertThat(log.before(Instant.MIN)).isEqualTo(EventId.NONE);
    log.retain();
  }

  @Test
  void handsOutEventsInOrderFromEveryPlace() {
    log.append(List.of(batch(1, 3), batch(4, 2)), new Lsn(10));
    log.append(List.of(batch(6, 5)), new Lsn(20));

    for (int after = 0; after <= 10; after++) {
      assertThat(numbersAfter(log, id(after))).isEqualTo(numbers(after + 1, 10));
    }
    assertThat(log.position()).isEqualTo(new LogPosition(id(10), new Lsn(20)));
    assertThat(log.earliest()).contains(id(1));
  }

  @Test
  void keepsEverythingAcrossRestarts() {
    EventBatch mixed = batch(1, 2);
    Events.addMessage(mixed, id(3), commitTime(3), "audit", "{\"commit_time\":\"ü\"}");
    Events.addGap(mixed, id(4));
    log.append(List.of(mixed), new Lsn(9));
    SourceIdentity source = new SourceIdentity("7301234567890123456", 3, 1, 17);
    log.identify(source);
    log.raiseFloor(new EventId(0, 7));
    List<String> json = LogReading.json(log);

    reopen();

    assertThat(LogReading.json(log)).isEqualTo(json).hasSize(4);
    Block block = blockAfter(log, EventId.NONE);
    assertThat(block.dictionary())
        .containsExactly(Events.ORDERS, new Subject.Prefix("audit"), Subject.Stream.STREAM);
    assertThat(LongStream.range(0, 4).mapToObj(i -> block.op((int) i)))
        .containsExactly(Op.INSERT, Op.INSERT, Op.MESSAGE, Op.GAP);
    assertThat(LongStream.range(0, 4).mapToObj(i -> block.subject((int) i)))
        .containsExactly(0, 0, 1, 2);
    assertThat(log.position()).isEqualTo(new LogPosition(id(4), new Lsn(9)));
    assertThat(log.source()).contains(source);
    assertThat(log.floor()).isEqualTo(new EventId(0, 7));
    assertThat(log.earliest()).contains(id(1));
  }

  @Test
  void movesThePositionWithoutEvents() {
    log.append(List.of(), new Lsn(5));
    log.append(List.of(new EventBatch(10)), new Lsn(7));
    log.append(List.of(), new Lsn(6));
    assertThat(log.position()).isEqualTo(new LogPosition(EventId.NONE, new Lsn(7)));

    reopen();

    assertThat(log.position()).isEqualTo(new LogPosition(EventId.NONE, new Lsn(7)));
  }

  @Test
  void comparesPositionsUnsigned() {
    Lsn high = new Lsn(-2);
    EventId last = new EventId(-1, -1);
    EventBatch batch = new EventBatch(100);
    Events.addInsert(batch, last, commitTime(1), "");
    log.append(List.of(batch(1, 1), batch), high);
    log.append(List.of(), new Lsn(5));

    assertThat(log.position()).isEqualTo(new LogPosition(last, high));
    reopen();
    assertThat(log.position()).isEqualTo(new LogPosition(last, high));
    Block block = blockAfter(log, id(1));
    assertThat(block.lastId()).isEqualTo(last);
  }

  @Test
  void refusesEventsOutOfOrderAndStoresNothingOfThem() {
    log.append(List.of(batch(1, 5)), new Lsn(5));

    assertThatThrownBy(() -> log.append(List.of(batch(6, 1), batch(6, 1)), new Lsn(9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(id(6).toString());

    assertThat(log.position()).isEqualTo(new LogPosition(id(5), new Lsn(5)));
    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(numbers(1, 5));
    log.append(List.of(batch(6, 1)), new Lsn(9));
    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(numbers(1, 6));
  }

  @Test
  void storesAnEventOfAHundredMegabytes() {
    log.append(List.of(batch(1, 1)), new Lsn(1));
    log.append(List.of(batch(2, 1, 100 << 20)), new Lsn(2));
    log.append(List.of(batch(3, 1)), new Lsn(3));

    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(numbers(1, 3));
    Block block = blockAfter(log, id(1));
    assertThat(block.end(block.indexAfter(id(1))) - block.start(block.indexAfter(id(1))))
        .isGreaterThan(100 << 20);
  }

  @Test
  void findsThePlaceOfATime() {
    for (int number = 1; number <= 4000; number += 500) {
      log.append(List.of(batch(number, 500, 300)), new Lsn(number));
    }

    assertThat(numbersAfter(log, log.before(Instant.MIN))).isEqualTo(numbers(1, 4000));
    assertThat(numbersAfter(log, log.before(commitTime(1)))).isEqualTo(numbers(1, 4000));
    for (int number = 2; number <= 4000; number += 199) {
      assertThat(log.before(commitTime(number))).isEqualTo(id(number - 1));
      assertThat(log.before(commitTime(number).plusNanos(1))).isEqualTo(id(number));
    }
    assertThat(log.before(commitTime(4001))).isEqualTo(id(4000));
    assertThat(log.before(Instant.MAX)).isEqualTo(id(4000));
  }

  @Test
  void leavesNothingLaterOutWhenCommitTimesDoNotAscend() {
    EventBatch first = batch(1, 1);
    Events.addInsert(first, id(2), commitTime(50), "");
    Events.addInsert(first, id(3), commitTime(3), "");
    log.append(List.of(first), new Lsn(3));
    log.append(List.of(batch(4, 2000, 300)), new Lsn(4));

    assertThat(log.before(commitTime(10))).isEqualTo(id(1));
    assertThat(log.before(commitTime(50))).isEqualTo(id(1));
    assertThat(log.before(commitTime(51))).isEqualTo(id(50));
  }

  @Test
  void readsTheTimeOfTheTransactionNotOfAMessagesContent() {
    EventBatch batch = new EventBatch(100);
    Events.addMessage(
        batch, id(1), commitTime(1), "p", "{\"commit_time\":\"2099-01-01T00:00:00Z\"}");
    Events.addGap(batch, id(2));
    Events.addMessage(batch, id(3), commitTime(3), "p", "[".repeat(3000) + "]".repeat(3000));
    log.append(List.of(batch), new Lsn(1));

    assertThat(log.before(commitTime(2))).isEqualTo(id(2));
  }

  @Test
  void removesWhatIsTooOld() {
    log.append(List.of(batch(1, 1000, 300)), new Lsn(1));
    clock.forward(Duration.ofDays(1));
    log.append(List.of(batch(1001, 10)), new Lsn(2));
    clock.forward(MAX_AGE.minus(Duration.ofDays(1)));
    log.retain();
    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(numbers(1, 1010));

    clock.forward(Duration.ofMillis(1));
    log.retain();

    assertRemovedThrough(1000, 1010);
    reopen();
    assertRemovedThrough(1000, 1010);

    clock.forward(MAX_AGE);
    log.retain();
    assertThat(log.floor()).isEqualTo(id(1010));
    assertThat(log.earliest()).isEmpty();
    assertThat(log.next(EventId.NONE)).isNull();
    assertThat(log.sizeBytes()).isZero();
    assertThat(log.position()).isEqualTo(new LogPosition(id(1010), new Lsn(2)));

    log.append(List.of(batch(1011, 1)), new Lsn(3));
    assertRemovedThrough(1010, 1011);
  }

  private void assertRemovedThrough(int last, int end) {
    assertThat(log.floor()).isEqualTo(id(last));
    assertThat(log.earliest()).contains(id(last + 1));
    assertThat(numbersAfter(log, EventId.NONE)).isEqualTo(numbers(last + 1, end));
    assertThat(log.before(Instant.MIN)).isGreaterThanOrEqualTo(log.floor());
  }

  @Test
  void removesWhatIsTooMuch() {
    for (int number = 1; number <= 2000; number += 10) {
      log.append(List.of(Events.incompressible(number, 10)), new Lsn(number));
    }
    long before = log.sizeBytes();
    assertThat(before).isGreaterThan(MAX_SIZE);

    log.retain();

    long after = log.sizeBytes();
    assertThat(after).isBetween(MAX_SIZE / 2, MAX_SIZE);
    long floor = Events.number(log.floor());
    assertThat(floor).isBetween(1L, 2000L);
    assertThat(numbersAfter(log, log.floor())).isEqualTo(numbers(floor + 1, 2000));
    assertThat(numbersAfter(log, log.before(commitTime(1)))).isEqualTo(numbers(floor + 1, 2000));
    assertThat(log.before(commitTime(1))).isGreaterThanOrEqualTo(log.floor());
    reopen();
    assertThat(log.sizeBytes()).isEqualTo(after);
  }

  @Test
  void raisesTheFloorButNeverLowersIt() {
    log.raiseFloor(id(7));
    log.raiseFloor(id(3));
    assertThat(log.floor()).isEqualTo(id(7));
    assertThat(log.before(Instant.MAX)).isEqualTo(id(7));

    log.append(List.of(batch(8, 1)), new Lsn(8));
    assertThat(numbersAfter(log, log.floor())).containsExactly(8L);
  }

  @Test
  void refusesToWorkOnceClosed() {
    log.close();
    log.close();

    assertThatThrownBy(() -> log.append(List.of(batch(1, 1)), new Lsn(1)))
        .isInstanceOf(EventLogException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> log.next(EventId.NONE)).isInstanceOf(EventLogException.class);
  }
}
