package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.Events;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Isolated("looks at what is printed, and counts threads")
@ExtendWith(OutputCaptureExtension.class)
class ManyStreamsTest extends WithEventLog {

  private final List<EventsServer> started = new ArrayList<>();

  private EventsServer start(String... properties) {
    EventsServer server = EventsServer.start(log, properties);
    started.add(server);
    return server;
  }

  @AfterEach
  void stop() throws IOException {
    for (EventsServer server : started) {
      server.close();
    }
  }

  @Test
  void holdsAThousandIdleStreamsWithoutAThreadForEach() throws Exception {
    EventsServer server = start();
    server.stream("");
    int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
    List<SseClient> streams = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      streams.add(server.stream(""));
    }
    assertThat(connections(server)).isEqualTo(1001);
    append(1, 1);
    for (SseClient stream : streams) {
      assertThat(stream.nextEvent().id()).isEqualTo(id(1));
    }
    assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore).isLessThan(20);
  }

  @Test
  void refusesStreamsAboveTheCapAndCountsThemExactly() throws Exception {
    EventsServer server = start("test.max-connections=2", "test.heartbeat-millis=100");
    SseClient first = server.stream("");
    server.stream("");
    HttpResponse<String> refused = server.page("text/event-stream", "");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(refused.body()).contains("walrelay.sse.max-connections");
    assertThat(server.page("application/json", "").statusCode()).isEqualTo(200);
    append(1, 1);
    log.raiseFloor(Events.id(1));
    assertThat(server.page("text/event-stream", "?from=nonsense").statusCode()).isEqualTo(400);
    first.close();
    await().until(() -> connections(server) == 1);
    assertThat(server.page("text/event-stream", "?from=0/1").statusCode()).isEqualTo(410);
    assertThat(server.stream("").response().statusCode()).isEqualTo(200);
    assertThat(connections(server)).isEqualTo(2);
  }

  @Test
  void dropsAReaderThatStopsReadingAndDelaysNobody(CapturedOutput output) throws Exception {
    EventsServer server = start("server.tomcat.connection-timeout=1s");
    SseClient healthy = server.stream("?from=earliest");
    try (Socket stuck =
        RawRequest.open(
            server.port(),
            "GET /v1/events?from=earliest HTTP/1.1",
            "Accept: text/event-stream",
            4096)) {
      await().until(() -> connections(server) == 2);
      for (int first = 1; first <= 2000; first += 100) {
        append(Events.batch(first, 100, 10_000));
      }
      long before = System.nanoTime();
      for (long number = 1; number <= 2000; number++) {
        assertThat(healthy.nextEvent().id()).isEqualTo(id(number));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
      await().atMost(Duration.ofSeconds(10)).until(() -> connections(server) == 1);
      assertThat(stuck.isConnected()).isTrue();
    }
    SseClient resumed = server.stream("", "Last-Event-ID", id(3));
    assertThat(resumed.nextEvent().id()).isEqualTo(id(4));
    assertThat(output).doesNotContain("Exception");
  }

  @Test
  void endsStreamsAndLongPollsAtOnceWhenTheServiceStops(CapturedOutput output) throws Exception {
    EventsServer server = start();
    append(1, 1);
    List<SseClient> streams = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      streams.add(server.stream("?after=" + id(1)));
    }
    CompletableFuture<HttpResponse<String>> poll =
        server.sendAsync(
            server.request("GET", "/v1/events?wait=60s", "Accept", "application/json"));
    await().during(Duration.ofMillis(300)).until(() -> !poll.isDone());
    long before = System.nanoTime();
    server.stop();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    for (SseClient stream : streams) {
      stream.awaitEnd();
      assertThat(Integer.parseInt(String.valueOf(stream.nextFrame().retry())))
          .isBetween(1000, 3000);
    }
    assertThat(poll.get(5, TimeUnit.SECONDS).body())
        .isEqualTo("{\"events\":[],\"next\":\"" + id(1) + "\"}");
    assertThat(output).doesNotContain("Exception");
  }

  @Test
  void takesAReaderThatGoesAwayForNormal(CapturedOutput output) throws Exception {
    EventsServer server = start("test.heartbeat-millis=50");
    for (int i = 0; i < 10; i++) {
      server.stream("").close();
    }
    await().until(() -> connections(server) == 0);
    assertThat(output).doesNotContain("Exception").doesNotContain("ERROR").doesNotContain("WARN");
  }

  private static int connections(EventsServer server) {
    return server.bean(EventStreams.class).connections();
  }
}
