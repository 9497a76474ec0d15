package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The client of one subscription, with connections of its own, so that a dead endpoint slows no
 * other. An attempt is one request; only where the endpoint would not have a token that is not new,
 * it is made once more with a new one.
 */
final class Endpoint implements AutoCloseable {

  static final int MAX_ANSWER = 64 * 1024;
  private static final int KEPT_ANSWER = 1024;
  private static final int UNAUTHORIZED = 401;

  private final Subscription subscription;
  private final Passage passage;
  private final @Nullable Tokens tokens;
  private final Deadlines deadlines;
  private final CloseableHttpClient client;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  /**
   * A client that has not connected yet.
   *
   * @param passage the way there
   * @param tokens that are sent, or null
   * @param timer for what ends attempts that take too long
   */
  Endpoint(
      Subscription subscription,
      Passage passage,
      @Nullable Tokens tokens,
      ScheduledExecutorService timer) {
    this.subscription = subscription;
    this.passage = passage;
    this.tokens = tokens;
    this.deadlines = new Deadlines(timer, subscription.timeout().toNanos());
    // One more than senders, for a test delivery.
    int connections = subscription.concurrency() + 1;
    this.client = passage.client(connections, Timeout.of(subscription.timeout()));
  }

  /** Makes one attempt, which takes no longer than the subscription's time-out. */
  Answer post(String id, Body body, Signer signer) {
    long start = System.nanoTime();
    HttpPost request = request(id, body, signer);
    try (Deadlines.Deadline deadline = deadlines.start(request)) {
      return send(request, start, deadline);
    }
  }

  private Answer send(HttpPost request, long start, Deadlines.Deadline deadline) {
    try {
      passage.check().run();
      Token token = authorize(request, null);
      Answer answer = exchange(request, start);
      if (answer.status() == UNAUTHORIZED && token != null && !token.isFrom(start)) {
        authorize(request, token);
        answer = exchange(request, start);
      }
      return answer;
    } catch (IOException e) {
      return failed(e, deadline.hasPassed(), System.nanoTime() - start);
    } catch (IllegalStateException e) {
      // What a cancelled request ends with if that comes between two steps of the client.
      if (!deadline.hasPassed()) {
        throw e;
      }
      return timedOut(System.nanoTime() - start);
    }
  }

  /**
   * Adds the token that there is.
   *
   * @param refused the one that the endpoint would not have, or null
   */
  private @Nullable Token authorize(HttpPost request, @Nullable Token refused) throws IOException {
    if (tokens == null) {
      return null;
    }
    Token token = tokens.await(refused, closed, subscription.timeout());
    request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.value());
    return token;
  }

  private Answer exchange(HttpPost request, long start) throws IOException {
    HttpClientContext context = passage.context();
    try (ClassicHttpResponse response = client.executeOpen(null, request, context)) {
      String begin = read(response.getEntity());
      int status = response.getCode();
      passage.requireAnswerOfHost(context, status);
      return new Answer(
          Outcome.of(status), status, "", begin, retryAfter(response), System.nanoTime() - start);
    }
  }

  private HttpPost request(String id, Body body, Signer signer) {
    HttpPost request = new HttpPost(subscription.url());
    subscription.headers().forEach(request::setHeader);
    long seconds = Instant.now().getEpochSecond();
    request.setHeader("webhook-id", id);
    request.setHeader("webhook-timestamp", Long.toString(seconds));
    request.setHeader("webhook-signature", signer.sign(id, seconds, body.bytes()));
    request.setEntity(entity(body));
    return request;
  }

  private HttpEntity entity(Body body) {
    ContentType type = ContentType.parse(body.contentType());
    return switch (subscription.compression()) {
      case NONE -> new ByteArrayEntity(body.bytes(), type);
      case GZIP -> new ByteArrayEntity(Gzip.compress(body.bytes()), type, "gzip");
    };
  }

  /** Reads no more than a bound; what is longer costs the connection, which is then closed. */
  private static String read(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return "";
    }
    InputStream in = entity.getContent();
    byte[] begin = in.readNBytes(KEPT_ANSWER);
    byte[] scratch = new byte[KEPT_ANSWER];
    int total = begin.length;
    int read = begin.length < KEPT_ANSWER ? -1 : in.read(scratch);
    while (read >= 0 && total < MAX_ANSWER) {
      total += read;
      read = in.read(scratch);
    }
    return new String(begin, StandardCharsets.UTF_8);
  }

  private static @Nullable Duration retryAfter(ClassicHttpResponse response) {
    Header header = response.getFirstHeader("Retry-After");
    return header == null || header.getValue() == null
        ? null
        : RetryAfter.parse(header.getValue(), Instant.now());
  }

  private Answer failed(IOException e, boolean late, long nanos) {
    if (e instanceof AddressGuard.BlockedException) {
      return Answer.failed(Outcome.BLOCKED, String.valueOf(e.getMessage()), nanos);
    }
    if (late || e instanceof SocketTimeoutException) {
      return timedOut(nanos);
    }
    return Answer.failed(Outcome.UNREACHABLE, Reasons.of(e), nanos);
  }

  private Answer timedOut(long nanos) {
    return Answer.failed(
        Outcome.TIMEOUT,
        "There was no complete answer within %d ms.".formatted(subscription.timeout().toMillis()),
        nanos);
  }

  @Override
  public void close() {
    closed.complete(null);
    client.close(CloseMode.IMMEDIATE);
  }
}
