package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.postgres.FreePort;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest extends WithWebhooks {

  private final AtomicInteger attempts = new AtomicInteger();

  /** Fails so often, and then works. */
  private void failFirst(int times, Reply reply) {
    receiver.replies(request -> attempts.incrementAndGet() <= times ? reply : Reply.OK);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 502, 503, 504})
  void holdsTheQueueInOrderWhileTheEndpointIsDown(int status) {
    failFirst(6, Reply.status(status));
    append(1, 5);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(5)));
    assertThat(receiver.ids())
        .containsExactly(
            id(1), id(1), id(1), id(1), id(1), id(1), id(1), id(2), id(3), id(4), id(5));
    assertThat(channel.letters().count()).isZero();
    assertThat(channel.attempts().lastFailure())
        .hasValueSatisfying(
            attempt -> {
              assertThat(attempt.outcome()).isEqualTo(Outcome.UNREACHABLE);
              assertThat(attempt.status()).isEqualTo(status);
            });
  }

  @ParameterizedTest
  @CsvSource({"HANG, TIMEOUT", "RESET, UNREACHABLE", "CLOSE, UNREACHABLE"})
  void repeatsWhatHadNoAnswer(Reply.Broken how, Outcome outcome) {
    failFirst(4, how);
    append(1, 2);
    Channel channel = subscribe("{\"timeout\": \"200ms\"}");

    eventually().until(() -> channel.cursor().equals(Events.id(2)));
    assertThat(receiver.ids()).containsExactly(id(1), id(1), id(1), id(1), id(1), id(2));
    assertThat(receiver.requests().stream().map(Request::text).distinct()).hasSize(2);
    Attempt failure = channel.attempts().lastFailure().orElseThrow();
    assertThat(failure.outcome()).isEqualTo(outcome);
    assertThat(failure.millis()).isLessThan(2000);
    assertThat(failure.detail()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RESET", "CLOSE"})
  void sendsAgainAtOnceWhatMetAConnectionThatTheEndpointHasClosed(Reply.Broken how) {
    receiver.replies(
        request -> attempts.incrementAndGet() % 2 == 0 && attempts.get() < 8 ? how : Reply.OK);
    append(1, 5);
    Channel channel = subscribe("{\"retry\": {\"initial\": \"1h\", \"max\": \"1h\"}}");

    eventually().until(() -> channel.cursor().equals(Events.id(5)));
    assertThat(receiver.ids())
        .containsExactly(id(1), id(2), id(2), id(3), id(3), id(4), id(4), id(5));
    assertThat(channel.attempts().lastFailure()).isEmpty();
  }

  @Test
  void waitsForAnEndpointThatIsNotThereYet() {
    int port = FreePort.find();
    append(1, 1);
    Channel channel = subscribe("{\"url\": \"http://127.0.0.1:%d/\"}".formatted(port));

    eventually().until(() -> channel.pending() != null && channel.pending().attempts() > 5);
    assertThat(channel.attempts().lastFailure())
        .hasValueSatisfying(
            attempt -> assertThat(attempt.outcome()).isEqualTo(Outcome.UNREACHABLE));
    assertThat(channel.letters().count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 404, 500})
  void putsWhatIsRefusedAsideAndGoesOn(int status) {
    receiver.replies(
        request -> request.id().equals(id(2)) ? Reply.status(status, "no thanks") : Reply.OK);
    append(1, 3);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(3)));
    assertThat(receiver.ids()).containsExactly(id(1), id(2), id(2), id(2), id(3));
    assertThat(channel.letters().list(0, 10))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.delivery()).isEqualTo(id(2));
              assertThat(letter.status()).isEqualTo(status);
              assertThat(letter.attempts()).isEqualTo(3);
              assertThat(letter.answer()).isEqualTo("no thanks");
              assertThat(letter.reason()).contains("" + status);
            });
  }

  @Test
  void takesAnAnswerThatComesBeforeAllOfALargeEventIsSent() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> refuseUnread(server));
      EventBatch batch = new EventBatch(1 << 16);
      Events.addInsert(batch, Events.id(1), Events.commitTime(1), "x".repeat(5_000_000));
      log.append(List.of(batch), new Lsn(1));
      Channel channel =
          subscribe("{\"url\": \"http://127.0.0.1:%d/\"}".formatted(server.getLocalPort()));

      eventually().until(() -> channel.letters().count() == 1);
      assertThat(channel.attempts().lastFailure().orElseThrow().status()).isEqualTo(413);
    }
  }

  /** As servers do that limit the size of a body. */
  private static void refuseUnread(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().readNBytes(2000);
        socket
            .getOutputStream()
            .write(
                "HTTP/1.1 413 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException _) {
        // The client has gone, or the test is over.
      }
    }
  }

  @Test
  void doesNotCountThatTheEndpointWasDownAsRefusals() {
    receiver.replies(
        request ->
            attempts.incrementAndGet() <= 5
                ? Reply.status(503)
                : attempts.get() <= 7 ? Reply.status(400) : Reply.OK);
    append(1, 1);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(1)));
    assertThat(channel.letters().count()).isZero();
    assertThat(receiver.requests()).hasSize(8);
  }

  @Test
  void followsNoRedirect() {
    receiver.replies(new Reply.Status(307, Map.of("Location", receiver.url() + "/elsewhere"), ""));
    append(1, 1);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.letters().count() == 1);
    assertThat(receiver.requests())
        .hasSize(3)
        .allSatisfy(request -> assertThat(request.line()).isEqualTo("POST /hook HTTP/1.1"));
  }

  @Test
  void isDisabledByGoneAndCanBeResumed() {
    receiver.replies(Reply.status(410));
    append(1, 3);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.state() == SubscriptionState.DISABLED);
    assertThat(channel.reason()).contains("410");
    assertThat(webhooks.isDisabled("s")).isTrue();
    assertThat(webhooks.isExpired("s")).isFalse();
    restart();
    assertThat(webhooks.get("s").state()).isEqualTo(SubscriptionState.DISABLED);
    assertThat(receiver.requests()).hasSize(1);

    receiver.replies(Reply.OK);
    webhooks.get("s").resume();
    eventually().until(() -> receiver.requests().size() == 4);
    assertThat(receiver.ids()).containsExactly(id(1), id(1), id(2), id(3));
  }

  @Test
  void waitsAsLongAsTheEndpointAsks() {
    failFirst(1, Reply.retryAfter(503, "1"));
    append(1, 1);
    long start = System.nanoTime();
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(1)));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(999));
  }

  @Test
  void remembersAfterARestartHowLongToWait() {
    receiver.replies(Reply.retryAfter(429, "3600"));
    append(1, 1);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.pending() != null && channel.pending().attempts() == 1);

    restart();

    append(2, 1);
    assertThat(webhooks.get("s").pending())
        .satisfies(
            pending -> {
              assertThat(pending.id()).isEqualTo(id(1));
              assertThat(pending.attempts()).isEqualTo(1);
              assertThat(pending.notBefore()).isGreaterThan(System.currentTimeMillis() + 3_000_000);
            });
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  void readsNoEndlessAnswer() {
    failFirst(1, Reply.Broken.FLOOD);
    append(1, 2);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(2)));
    assertThat(receiver.ids()).containsExactly(id(1), id(2));
  }

  @Test
  void keepsAKilobyteOfTheAnswer() {
    receiver.replies(Reply.status(500, "z".repeat(5000)));
    append(1, 1);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.letters().count() == 1);
    assertThat(channel.attempts().latest())
        .hasSize(3)
        .allSatisfy(attempt -> assertThat(attempt.answer()).hasSize(1024));
  }

  @Test
  void letsNoDeadEndpointSlowAnother() {
    receiver.replies(
        request -> request.header("who").equals("dead") ? Reply.Broken.HANG : Reply.OK);
    for (int i = 0; i < 20; i++) {
      subscribe(
          "{\"name\": \"dead%d\", \"headers\": {\"who\": \"dead\"}, \"timeout\": \"30s\"}"
              .formatted(i));
    }
    Channel alive = subscribe("{}");
    append(1, 200);

    eventually().until(() -> alive.cursor().equals(Events.id(200)));
    assertThat(
            receiver.requests().stream()
                .filter(request -> request.header("who").isEmpty())
                .map(Request::id)
                .toList())
        .isEqualTo(ids(1, 200));
    for (int i = 0; i < 20; i++) {
      webhooks.delete("dead" + i);
    }
  }

  @Test
  void sendsACompressedBodyOnRequest() {
    append(1, 1);
    subscribe("{\"compression\": \"gzip\", \"headers\": {\"X-Tenant\": \"7\"}}");

    eventually().until(() -> receiver.requests().size() == 1);
    Request request = receiver.requests().getFirst();
    assertThat(request.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(request.header("X-Tenant")).isEqualTo("7");
    assertThat(new String(Gzip.decompress(request.body()), StandardCharsets.UTF_8))
        .startsWith("{\"id\":\"" + id(1))
        .endsWith("}");
  }

  @Test
  void showsHowFarItIs() {
    receiver.replies(Reply.status(503, "later"));
    append(1, 1);
    Channel channel = subscribe("{}");
    eventually().until(() -> channel.attempts().lastFailure().isPresent());

    var view = SubscriptionView.of(channel, log);
    assertThat(view.path("state").stringValue()).isEqualTo("active");
    assertThat(view.path("cursor").stringValue()).isEqualTo("0000000000000000-00000000");
    assertThat(view.path("lag_bytes").longValue()).isEqualTo(1);
    assertThat(view.path("lag_seconds").doubleValue()).isGreaterThan(0);
    assertThat(view.path("last_success").isNull()).isTrue();
    assertThat(view.path("last_failure").path("status").intValue()).isEqualTo(503);
    assertThat(view.path("last_failure").path("answer").stringValue()).isEqualTo("later");
    assertThat(view.path("dead_letters").intValue()).isZero();
    assertThat(view.path("secret").isMissingNode()).isTrue();
  }
}
