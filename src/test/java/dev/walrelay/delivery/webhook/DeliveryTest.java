package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTest extends WithWebhooks {

  @Test
  void deliversHistoryAndWhatComesThenInOrder() {
    append(1, 300);
    Channel channel = subscribe("{}");
    eventually().until(() -> receiver.requests().size() == 300);
    append(301, 5);
    eventually().until(() -> receiver.requests().size() == 305);

    assertThat(receiver.ids()).isEqualTo(ids(1, 305));
    assertThat(receiver.requests())
        .allSatisfy(request -> assertThat(request.eventIds()).containsExactly(request.id()));
    eventually().until(() -> channel.cursor().equals(Events.id(305)));
  }

  @Test
  void sendsBatchesAsArraysWithTheRangeAsId() {
    append(1, 250);
    subscribe("{\"batch\": {\"max_events\": 100}}");

    eventually().until(() -> receiver.requests().size() == 3);
    assertThat(receiver.ids())
        .containsExactly(
            id(1) + ".." + id(100), id(101) + ".." + id(200), id(201) + ".." + id(250));
    assertThat(receiver.requests().get(1).eventIds()).isEqualTo(ids(101, 200));
    assertThat(receiver.requests().get(1).text()).startsWith("[{").endsWith("}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batch\": {\"max_events\": 10, \"linger\": \"60s\"}}",
        "{\"batch\": {\"max_events\": 99, \"max_bytes\": 2600, \"linger\": \"60s\"}}",
      })
  void waitsForMoreOnlyUntilABatchIsFull(String fields) {
    Channel channel = subscribe(fields);
    append(1, 5);
    eventually().during(Duration.ofMillis(100)).until(() -> receiver.requests().isEmpty());
    append(6, 10);

    eventually().until(() -> !channel.cursor().equals(EventId.NONE));
    assertThat(receiver.requests().getFirst().eventIds().size()).isBetween(6, 12);
  }

  @Test
  void sendsAnEventThatFillsABatchAloneAtOnce() {
    Channel channel =
        subscribe("{\"batch\": {\"max_events\": 9, \"max_bytes\": 1024, \"linger\": \"60s\"}}");
    EventBatch batch = new EventBatch(4096);
    Events.addInsert(batch, Events.id(1), Events.commitTime(1), Randomness.text(2000));
    log.append(List.of(batch), new Lsn(1));

    eventually().until(() -> channel.cursor().equals(Events.id(1)));
  }

  @Test
  void sendsOnlyWhatTheFilterSelects() {
    append(1, 100);
    Channel channel =
        subscribe("{\"filter\": \"after.n % 10 == 3\", \"tables\": [\"public.orders\"]}");

    eventually().until(() -> channel.cursor().equals(Events.id(100)));
    assertThat(receiver.ids())
        .containsExactly(
            id(3), id(13), id(23), id(33), id(43), id(53), id(63), id(73), id(83), id(93));
  }

  @Test
  void goesOnWhereItWasAfterARestart() {
    append(1, 20);
    subscribe("{}");
    eventually().until(() -> receiver.requests().size() == 20);

    restart();
    append(21, 5);

    eventually().until(() -> receiver.requests().size() >= 25);
    assertThat(receiver.ids()).isEqualTo(ids(1, 25));
  }

  @Test
  void repeatsABatchAsItWasAfterARestartWithOtherSettings() {
    append(1, 30);
    receiver.replies(Reply.status(503));
    Channel channel = subscribe("{\"batch\": {\"max_events\": 10}}");
    eventually().until(() -> receiver.requests().size() >= 2);

    restart();
    webhooks
        .get("s")
        .change(spec("{\"batch\": {\"max_events\": 7}, \"filter\": \"false\"}"), false);
    receiver.replies(Reply.OK);
    eventually().until(() -> webhooks.get("s").cursor().equals(Events.id(30)));

    assertThat(receiver.requests().stream().map(Request::text).distinct())
        .hasSameSizeAs(receiver.ids().stream().distinct().toList());
    assertThat(receiver.requests().getFirst().eventIds()).isEqualTo(ids(1, 10));
    assertThat(channel.spec().batch().maxEvents()).isEqualTo(10);
  }

  @Test
  void appliesAChangeToWhatWasNotTriedYet() {
    append(1, 30);
    receiver.replies(Reply.status(503));
    Channel channel = subscribe("{\"batch\": {\"max_events\": 10}}");
    eventually().until(() -> receiver.requests().size() >= 2);

    channel.change(spec("{\"batch\": {\"max_events\": 4}}"), false);
    receiver.replies(Reply.OK);
    eventually().until(() -> channel.cursor().equals(Events.id(30)));

    assertThat(receiver.ids().stream().distinct())
        .containsExactly(
            id(1) + ".." + id(10),
            id(11) + ".." + id(14),
            id(15) + ".." + id(18),
            id(19) + ".." + id(22),
            id(23) + ".." + id(26),
            id(27) + ".." + id(30));
  }

  @Test
  void keepsTheOrderOfEachRowWithManyRequestsAtATime() {
    Map<String, List<Long>> byRow = new ConcurrentHashMap<>();
    AtomicInteger atATime = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    receiver.replies(
        request -> {
          most.accumulateAndGet(atATime.incrementAndGet(), Math::max);
          long number = Events.number(EventId.parse(request.id()));
          byRow
              .computeIfAbsent(
                  "" + number % 10, row -> Collections.synchronizedList(new ArrayList<>()))
              .add(number);
          pause();
          atATime.decrementAndGet();
          return Reply.OK;
        });
    append(1, 400);
    Channel channel = subscribe("{\"ordering\": \"key\", \"concurrency\": 8}");

    eventually().until(() -> channel.cursor().equals(Events.id(400)));
    assertThat(byRow).hasSize(10).allSatisfy((row, numbers) -> assertThat(numbers).isSorted());
    assertThat(receiver.requests()).hasSize(400);
    assertThat(most.get()).isBetween(4, 8);
  }

  private static void pause() {
    LockSupport.parkNanos(2_000_000);
  }

  /** A failed write costs the connection, and the statement that was prepared on it. */
  @Test
  void storesHowFarItIsOverAnotherConnectionToo() {
    append(1, 3);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.cursor().equals(Events.id(3)));
    assertThatThrownBy(
            () ->
                log.database()
                    .write(
                        _ -> {
                          throw new SQLException("broken off");
                        }))
        .isInstanceOf(EventLogException.class);
    append(4, 3);
    eventually().until(() -> channel.cursor().equals(Events.id(6)));

    restart();

    assertThat(webhooks.get("s").cursor()).isEqualTo(Events.id(6));
    assertThat(receiver.ids()).isEqualTo(ids(1, 6));
  }
}
