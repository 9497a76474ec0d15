package dev.walrelay.pipeline;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventEncoder;
import dev.walrelay.event.EventId;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.event.SettableCatalog;
import dev.walrelay.pgoutput.Bytes;
import dev.walrelay.pgoutput.Message;
import dev.walrelay.transaction.Change;
import dev.walrelay.transaction.Transaction;
import dev.walrelay.wal.Lsn;
import org.junit.jupiter.api.Test;

class ChangeCollectorTest {

  private static final Lsn FIRST = Lsn.parse("0/100");
  private static final Lsn SECOND = Lsn.parse("0/200");

  @Test
  void leavesOutWhatIsStoredAlsoInTheMiddleOfATransaction() {
    ChangeCollector collector = collector(EventId.of(0, SECOND, 2), FIRST);

    transaction(collector, FIRST, 3);
    transaction(collector, SECOND, 5);

    assertThat(collector.next().batch().count()).isEqualTo(3);
    assertThat(collector.next().batch().bytes())
        .startsWith("{\"id\":\"0000000000000200-00000003".getBytes(US_ASCII));
  }

  @Test
  void letsTheSlotForgetOnlyWholeTransactions() {
    ChangeCollector collector = collector(EventId.NONE, Lsn.ZERO);

    transaction(collector, FIRST, 1);
    collector.accept(emitted(transaction(SECOND), 1));

    assertThat(collector.next().batch().count()).isEqualTo(2);
    assertThat(collector.next().flushed()).isEqualTo(end(FIRST));
  }

  @Test
  void takesNoMessageOfAnOpenTransactionForTheEndOfEverythingBefore() {
    ChangeCollector collector = collector(EventId.NONE, Lsn.ZERO);

    collector.accept(emitted(transaction(SECOND), 1));
    collector.accept(new Change.EmittedOutside(message(false, Lsn.parse("0/1FF"))));
    assertThat(collector.next().flushed()).isEqualTo(Lsn.ZERO);

    collector.accept(new Change.Committed(transaction(SECOND), end(SECOND)));
    collector.accept(new Change.EmittedOutside(message(false, Lsn.parse("0/300"))));
    assertThat(collector.next().flushed()).isEqualTo(Lsn.parse("0/300"));
  }

  @Test
  void startsANewBatchOnlyWhenTheOldOneWasHandedOver() {
    ChangeCollector collector = collector(EventId.NONE, Lsn.ZERO);
    transaction(collector, FIRST, 1);
    Handover first = collector.next();
    assertThat(collector.hasNews()).isTrue();
    assertThat(first.transactions()).isEqualTo(1);

    collector.handedOver();

    assertThat(collector.hasNews()).isFalse();
    assertThat(collector.next().batch()).isNotSameAs(first.batch());
    assertThat(collector.next().flushed()).isEqualTo(end(FIRST));
    collector.skipTo(SECOND);
    assertThat(collector.hasNews()).isTrue();
  }

  @Test
  void doesNotFillABatchThatWasHandedOverEmpty() {
    ChangeCollector collector = collector(EventId.NONE, Lsn.ZERO);
    collector.skipTo(new Lsn(1));
    Handover empty = collector.next();
    collector.handedOver();

    transaction(collector, FIRST, 1);

    assertThat(empty.batch().count()).isZero();
  }

  private static ChangeCollector collector(EventId lastId, Lsn flushed) {
    EventEncoder encoder = new EventEncoder(0, JsonSettings.DEFAULT, new SettableCatalog());
    return new ChangeCollector(encoder, lastId, flushed);
  }

  private static void transaction(ChangeCollector collector, Lsn commit, int events) {
    for (int ordinal = 1; ordinal <= events; ordinal++) {
      collector.accept(emitted(transaction(commit), ordinal));
    }
    collector.accept(new Change.Committed(transaction(commit), end(commit)));
  }

  private static Transaction transaction(Lsn commit) {
    return new Transaction(commit, 0, 7, null);
  }

  private static Lsn end(Lsn commit) {
    return new Lsn(commit.value() + 0x30);
  }

  private static Change.Emitted emitted(Transaction transaction, int ordinal) {
    return new Change.Emitted(transaction, ordinal, message(true, transaction.commitLsn()));
  }

  private static Message message(boolean transactional, Lsn lsn) {
    return new Message(0, transactional, lsn, "p", new Bytes(new byte[] {'x'}, 0, 1));
  }
}
