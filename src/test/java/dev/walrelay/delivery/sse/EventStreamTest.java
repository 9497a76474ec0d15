package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.delivery.sse.SseClient.Frame;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventStreamTest extends WithEventLog {

  private record Delivery(String channel, int events, long commitTime) {}

  private final ConcurrentLinkedQueue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
  private EventsServer server;

  @BeforeEach
  void start() {
    server =
        EventsServer.start(
            log,
            (channel, events, commitTime) ->
                deliveries.add(new Delivery(channel, events, commitTime)),
            "test.heartbeat-millis=300");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void sendsWhatIsStoredAndThenWhatComes() throws Exception {
    append(1, 2);
    SseClient stream = server.stream("?from=earliest");
    assertThat(nextIds(stream, 2)).isEqualTo(ids(1, 2));
    append(3, 2);
    assertThat(nextIds(stream, 2)).isEqualTo(ids(3, 4));
  }

  @Test
  void tellsProxiesToPassEverythingOnAtOnce() throws Exception {
    SseClient stream = server.stream("");
    assertThat(stream.response().statusCode()).isEqualTo(200);
    assertThat(stream.response().headers().map())
        .containsEntry("Content-Type", List.of("text/event-stream;charset=UTF-8"))
        .containsEntry("Cache-Control", List.of("no-store, no-transform"))
        .containsEntry("X-Accel-Buffering", List.of("no"));
  }

  @Test
  void writesIdOperationAndEvent() throws Exception {
    append(1, 1);
    Frame frame = server.stream("?from=earliest").nextFrame();
    assertThat(frame.id()).isEqualTo(id(1));
    assertThat(frame.event()).isEqualTo("insert");
    assertThat(frame.data()).startsWith("{\"id\":\"" + id(1)).endsWith("\"}}");
  }

  @Test
  void sendsEventsLargerThanItsBuffer() throws Exception {
    append(Events.batch(1, 3, 200_000));
    SseClient stream = server.stream("?from=earliest");
    for (long number = 1; number <= 3; number++) {
      Frame frame = stream.nextEvent();
      assertThat(frame.id()).isEqualTo(id(number));
      assertThat(frame.data()).hasSizeGreaterThan(200_000).endsWith("\"}}");
    }
  }

  @Test
  void startsWithTheLatestAndSaysWhereThatIs() throws Exception {
    append(1, 3);
    SseClient stream = server.stream("");
    Frame opening = stream.nextFrame();
    assertThat(opening).isEqualTo(new Frame(id(3), null, null, null, null));
    append(4, 1);
    assertThat(stream.nextEvent().id()).isEqualTo(id(4));
  }

  @Test
  void missesNothingWhenTheConnectionIsLostBeforeTheFirstEvent() throws Exception {
    append(1, 3);
    SseClient stream = server.stream("?from=latest");
    stream.nextFrame();
    stream.close();
    append(4, 1);
    SseClient resumed =
        server.stream("?from=latest", "Last-Event-ID", String.valueOf(stream.lastEventId()));
    assertThat(resumed.nextEvent().id()).isEqualTo(id(4));
  }

  @Test
  void letsLastEventIdWinOverAfterAndAfterOverFrom() throws Exception {
    append(1, 9);
    String query = "?from=earliest&after=" + id(5);
    assertThat(server.stream(query, "Last-Event-ID", id(7)).nextEvent().id()).isEqualTo(id(8));
    assertThat(server.stream(query, "Last-Event-ID", " ").nextEvent().id()).isEqualTo(id(6));
    assertThat(server.stream(query).nextEvent().id()).isEqualTo(id(6));
  }

  /** As polyfills do, which add the parameter to whatever address they were given. */
  @Test
  void resumesByTheParameterOfPolyfills() throws Exception {
    append(1, 9);
    String query = "?from=earliest&after=" + id(3);
    String first = query + "&lastEventId=" + id(5);
    assertThat(server.stream(first).nextEvent().id()).isEqualTo(id(6));
    assertThat(server.stream(first + "&lastEventId=" + id(7)).nextEvent().id()).isEqualTo(id(8));
    assertThat(server.stream(query + "&lastEventId=").nextEvent().id()).isEqualTo(id(4));
    assertThat(server.stream(first, "Last-Event-ID", id(8)).nextEvent().id()).isEqualTo(id(9));
  }

  @Test
  void resumesFromTheHeartbeatsOfAStreamThatWaitsForAPosition() throws Exception {
    append(1, 2);
    SseClient stream = server.stream("?from=" + new Lsn(5));
    String heartbeat = String.valueOf(stream.nextFrame().id());
    stream.close();
    SseClient resumed = server.stream("", "Last-Event-ID", heartbeat);
    append(3, 3);
    assertThat(resumed.nextEvent().id()).isEqualTo(id(5));
  }

  @Test
  void startsAnewWithAGapAfterAnIdOfAnotherLog() throws Exception {
    append(1, 9);
    log.raiseFloor(Events.id(4));
    SseClient stream = server.stream("?gap=skip", "Last-Event-ID", id(77));
    Frame gap = stream.nextFrame();
    assertThat(gap.id()).isEqualTo(id(4));
    assertThat(gap.data()).contains("\"reason\":\"history_replaced\"", id(77));
    assertThat(nextIds(stream, 5)).isEqualTo(ids(5, 9));
    assertThat(server.stream("", "Last-Event-ID", id(4)).nextEvent().id()).isEqualTo(id(5));
  }

  @Test
  void startsAtATime() throws Exception {
    append(1, 9);
    String time = Events.commitTime(5).toString();
    assertThat(server.stream("?from=" + time).nextEvent().id()).isEqualTo(id(5));
    String withOffset = time.replace("Z", "+00:00");
    assertThat(server.stream("?from=" + withOffset).nextEvent().id()).isEqualTo(id(5));
    assertThat(server.stream("?from=2001-01-01T00:00:00Z").nextEvent().id()).isEqualTo(id(1));
  }

  @Test
  void startsAtTheTransactionThatCommitsAtAnLsnOrLater() throws Exception {
    append(1, 5);
    append(16, 5);
    assertThat(server.stream("?from=0/5").nextEvent().id()).isEqualTo(id(5));
    assertThat(server.stream("?from=0/6").nextEvent().id()).isEqualTo(id(16));
    assertThat(server.stream("?from=0/0").nextEvent().id()).isEqualTo(id(1));
  }

  @Test
  void sendsNothingUntilTheLogReachesAPositionBeyondItsEnd() throws Exception {
    append(1, 3);
    SseClient stream = server.stream("?from=" + new Lsn(6));
    String position = EventId.awaiting(0, new Lsn(5)).toString();
    assertThat(stream.nextFrame()).isEqualTo(new Frame(position, null, null, null, null));
    append(4, 4);
    assertThat(nextIds(stream, 2)).isEqualTo(ids(6, 7));
  }

  @Test
  void movesThePositionPastEventsThatDoNotMatch() throws Exception {
    SseClient stream = server.stream("?from=earliest&table=public.customers");
    append(1, 3);
    Frame heartbeat = stream.nextFrame();
    while (heartbeat.id() == null) {
      heartbeat = stream.nextFrame();
    }
    assertThat(heartbeat).isEqualTo(new Frame(id(3), null, null, null, null));
    assertThat(stream.nextFrame()).isEqualTo(heartbeat);
  }

  @Test
  void keepsSendingHeartbeatsWhileWhatComesDoesNotMatch() throws Exception {
    SseClient stream = server.stream("?table=public.customers");
    CompletableFuture<Void> appending =
        CompletableFuture.runAsync(
            () -> {
              long deadline = System.nanoTime() + 2_000_000_000L;
              for (long number = 1; System.nanoTime() < deadline; number++) {
                append(number, 1);
              }
            });
    stream.nextFrame();
    stream.nextFrame();
    stream.nextFrame();
    assertThat(appending).isNotDone();
    appending.join();
  }

  @Test
  void keepsTheConnectionOpenWithCommentsWhileThereIsNoPosition() throws Exception {
    SseClient stream = server.stream("");
    assertThat(stream.nextFrame()).isEqualTo(new Frame(null, null, null, null, ""));
    assertThat(stream.nextFrame()).isEqualTo(new Frame(null, null, null, null, ""));
  }

  @Test
  void sendsOnlyWhatIsSelectedAndAlwaysGaps() throws Exception {
    append(1, 1);
    appendMessage(2, "billing.paid");
    EventBatch batch = new EventBatch(256);
    Events.addGap(batch, Events.id(3));
    append(batch);
    appendMessage(4, "audit");
    append(5, 1);
    assertThat(nextIds(server.stream("?from=earliest&prefix=billing.*"), 2))
        .containsExactly(id(2), id(3));
    assertThat(nextIds(server.stream("?from=earliest&table=orders&op=insert,update"), 3))
        .containsExactly(id(1), id(3), id(5));
    assertThat(nextIds(server.stream("?from=earliest&op=delete&op=message"), 3))
        .containsExactly(id(2), id(3), id(4));
    assertThat(nextIds(server.stream("?from=earliest&table=*.o*&prefix=audit"), 4))
        .containsExactly(id(1), id(3), id(4), id(5));
  }

  @Test
  void beginsWithAGapThatIsNoneAnyMoreWhenResumed() throws Exception {
    append(1, 9);
    log.raiseFloor(Events.id(4));
    SseClient stream = server.stream("?gap=skip&op=delete&after=" + id(2));
    Frame gap = stream.nextFrame();
    assertThat(gap.id()).isEqualTo(id(4));
    assertThat(gap.event()).isEqualTo("gap");
    assertThat(gap.data())
        .isEqualTo(
            """
            {"id":"%s","op":"gap","lsn":"0/4","reason":"retention","last_id":"%s"}"""
                .formatted(id(4), id(2)));
    assertThat(server.stream("", "Last-Event-ID", id(4)).nextEvent().id()).isEqualTo(id(5));
  }

  @Test
  void endsWhenItsReaderFallsBehindRetention() throws Exception {
    append(1, 3);
    SseClient stream = server.stream("?after=" + id(3));
    stream.nextFrame();
    log.raiseFloor(Events.id(6));
    append(7, 1);
    stream.awaitEnd();
    assertThat(server.page("application/json", "?after=" + id(3)).statusCode()).isEqualTo(410);
  }

  @Test
  void tellsAReaderThatFallsBehindOfTheGapWhenAskedTo() throws Exception {
    append(1, 3);
    SseClient stream = server.stream("?gap=skip&after=" + id(3));
    stream.nextFrame();
    log.raiseFloor(Events.id(6));
    append(7, 1);
    Frame gap = stream.nextEvent();
    assertThat(gap.event()).isEqualTo("gap");
    assertThat(gap.id()).isEqualTo(id(6));
    assertThat(stream.nextEvent().id()).isEqualTo(id(7));
  }

  @Test
  void goesOnWhenAnEmptyLogLearnsWhereItBegins() throws Exception {
    SseClient stream = server.stream("");
    stream.nextFrame();
    log.raiseFloor(Events.id(100));
    append(101, 1);
    assertThat(stream.nextEvent().id()).isEqualTo(id(101));
  }

  @Test
  void deliversEachEventOnceAndInOrderThroughManyReconnects() throws Exception {
    int total = 20_000;
    CompletableFuture<Void> appending =
        CompletableFuture.runAsync(
            () -> {
              for (int first = 1; first <= total; first += 20) {
                append(first, 20);
              }
            });
    List<String> received = new ArrayList<>();
    String last = EventId.NONE.toString();
    for (int connection = 1; connection <= 50; connection++) {
      try (SseClient stream = server.stream("", "Last-Event-ID", last)) {
        while (received.size() < total * connection / 50) {
          last = String.valueOf(stream.nextEvent().id());
          received.add(last);
        }
      }
    }
    appending.join();
    assertThat(received).isEqualTo(ids(1, total));
  }

  @Test
  void reportsLiveDeliveriesButNotHistory() throws Exception {
    append(1, 500);
    SseClient stream = server.stream("?from=earliest");
    nextIds(stream, 500);
    stream.nextFrame();
    assertThat(deliveries).isEmpty();
    append(501, 2);
    nextIds(stream, 2);
    stream.nextFrame();
    long commitMicros = Events.commitTime(502).toEpochMilli() * 1000 + 738;
    assertThat(deliveries).containsExactly(new Delivery("sse", 2, commitMicros));
  }

  @Test
  void answersHeadWithoutAnEndlessBody() throws Exception {
    var head = server.send(server.request("HEAD", "/v1/events", "Accept", "text/event-stream"));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Type"))
        .contains("text/event-stream;charset=UTF-8");
  }

  @Test
  void countsOpenStreams() throws Exception {
    SseClient stream = server.stream("");
    assertThat(server.bean(EventStreams.class).connections()).isEqualTo(1);
    stream.close();
    await().until(() -> server.bean(EventStreams.class).connections() == 0);
  }

  private static List<String> nextIds(SseClient stream, int count) throws InterruptedException {
    List<String> ids = new ArrayList<>();
    while (ids.size() < count) {
      ids.add(String.valueOf(stream.nextEvent().id()));
    }
    return ids;
  }
}
