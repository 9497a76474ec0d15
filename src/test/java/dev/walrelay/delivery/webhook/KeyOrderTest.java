package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What may overtake what: the first event is held back, and others come through or wait. */
class KeyOrderTest extends WithWebhooks {

  private static final Subject.Table ORDERS = new Subject.Table("public", "orders");
  private static final Subject.Table CUSTOMERS = new Subject.Table("public", "customers");

  private final EventBatch batch = new EventBatch(4096);
  private final CountDownLatch release = new CountDownLatch(1);
  private long last;

  private void row(Op op, Subject.Table table, String key, String more) {
    RowEvents.add(batch, ++last, op, table, key, more);
  }

  private void update(String key) {
    row(Op.UPDATE, ORDERS, key, "");
  }

  private void message(String prefix) {
    last++;
    Events.addMessage(batch, Events.id(last), Events.commitTime(last), prefix, "{}");
  }

  /** Delivers, with the first event held back until the last of the others has come through. */
  private void assertOvertaken(long... numbers) {
    Set<String> come = ConcurrentHashMap.newKeySet();
    receiver.replies(
        request -> {
          if (request.id().equals(id(1))) {
            await(release);
          } else {
            come.add(request.id());
          }
          return Reply.OK;
        });
    log.append(List.of(batch), new Lsn(last));
    Channel channel =
        subscribe("{\"ordering\": \"key\", \"concurrency\": 8, \"timeout\": \"20s\"}");
    Set<String> expected =
        LongStream.of(numbers).mapToObj(WithWebhooks::id).collect(Collectors.toSet());
    eventually().during(Duration.ofMillis(50)).until(() -> come, expected::equals);
    assertThat(channel.cursor().toString()).isEqualTo("0000000000000000-00000000");
    release.countDown();
    eventually().until(() -> channel.cursor().equals(Events.id(last)));
    assertThat(receiver.ids()).doesNotHaveDuplicates().hasSize((int) last);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void onlyTheSameRowWaits() {
    update("{\"id\":1}");
    update("{\"id\":2}");
    update("{\"id\":1}");
    row(Op.UPDATE, CUSTOMERS, "{\"id\":1}", "");
    message("audit");
    row(Op.DELETE, ORDERS, "{\"id\":1}", "");

    assertOvertaken(2, 4, 5);
  }

  @Test
  void aChangeOfTheKeyWaitsForBothRowsAndBothWaitForIt() {
    update("{\"id\":1}");
    row(Op.UPDATE, ORDERS, "{\"id\":2}", ",\"old_key\":{\"id\":1}");
    update("{\"id\":2}");
    update("{\"id\":3}");

    assertOvertaken(4);
  }

  @Test
  void aChangeOfTheKeyIsSeenInTheWholeOldRowToo() {
    update("{\"id\":1,\"b\":\"x\"}");
    row(
        Op.UPDATE,
        ORDERS,
        "{\"id\":2,\"b\":\"x\"}",
        ",\"before\":{\"a\":[1,{\"id\":9}],\"id\":1,\"b\":\"x\",\"c\":null}");
    update("{\"id\":2,\"b\":\"x\"}");
    row(Op.UPDATE, ORDERS, "{\"id\":3,\"b\":\"x\"}", ",\"before\":{\"id\":3,\"b\":\"x\"}");

    assertOvertaken(4);
  }

  @Test
  void aTruncateIsABarrierForItsTable() {
    update("{\"id\":1}");
    row(Op.TRUNCATE, ORDERS, "", "");
    update("{\"id\":2}");
    row(Op.TRUNCATE, CUSTOMERS, "", "");
    message("audit");

    assertOvertaken(4, 5);
  }

  @Test
  void rowsWithoutAKeyGoByTheirTable() {
    row(Op.INSERT, ORDERS, "", "");
    row(Op.INSERT, ORDERS, "", "");
    row(Op.INSERT, CUSTOMERS, "", "");

    assertOvertaken(3);
  }

  @Test
  void messagesGoByTheirPrefix() {
    message("audit");
    message("audit");
    message("other");

    assertOvertaken(3);
  }

  @Test
  void remembersWhatIsFinishedAboveTheCursorAfterARestart() {
    for (int i = 1; i <= 6; i++) {
      update("{\"id\":%d}".formatted(i));
    }
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.status(400) : Reply.OK);
    log.append(List.of(batch), new Lsn(last));
    subscribe(
        "{\"ordering\": \"key\", \"concurrency\": 3, \"retry\": {\"initial\": \"1h\", \"max\":"
            + " \"1h\"}}");
    eventually().until(() -> receiver.requests().size() == 6);

    restart();
    receiver.replies(Reply.OK);
    append(7, 1);

    eventually().until(() -> receiver.ids().contains(id(7)));
    assertThat(receiver.ids()).doesNotHaveDuplicates();
    assertThat(webhooks.get("s").cursor().toString()).isEqualTo("0000000000000000-00000000");
  }
}
