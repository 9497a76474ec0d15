package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
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
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The client of one subscription, with connections of its own, so that a dead endpoint slows no
 * other. An attempt is one request, but for {@link StaleConnections}; only where the endpoint would
 * not have a token that is not new, it is made once more with a new one.
 */
final class Endpoint implements AutoCloseable {

  /** What a request is made with; where it goes to comes then. */
  private static final URI NOWHERE = URI.create("/");

  private static final int UNAUTHORIZED = 401;

  private final Subscription subscription;
  private final Passage passage;
  private final @Nullable Tokens tokens;
  private final Deadlines deadlines;
  private final AnswerReader answers;
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
    this.answers = new AnswerReader(subscription.headers());
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
      Answer answer = exchange(request, token, start, deadline);
      boolean mayBeOld = token != null && !token.isFrom(start) && !request.isCancelled();
      if (answer.status() == UNAUTHORIZED && mayBeOld) {
        Token fresh = authorize(request, token);
        answer = exchange(request, fresh, start, deadline);
      }
      return answer;
    } catch (IOException e) {
      return failed(e, deadline.hasPassed(), System.nanoTime() - start);
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

  private Answer exchange(
      HttpPost request, @Nullable Token token, long start, Deadlines.Deadline deadline)
      throws IOException {
    StatusLine line = new StatusLine();
    HttpClientContext context = passage.context();
    Answer answer = null;
    try (ClassicHttpResponse response =
        line.of(() -> client.executeOpen(subscription.url().host(), request, context))) {
      passage.requireAnswerOfHost(context, response.getCode());
      AnswerReader.Begin begin = answers.read(response.getEntity(), token);
      String detail = begin.trouble() == null ? "" : cutOff(begin.trouble(), deadline.hasPassed());
      Duration wait = retryAfter(response);
      answer = answered(response.getCode(), detail, begin.text(), wait, start);
      if (!begin.isWhole()) {
        // Closing the answer would read on to its end, to keep a connection that is of no use.
        request.cancel();
      }
      return answer;
    } catch (Passage.ProxyException e) {
      throw e;
    } catch (IOException e) {
      return answer == null ? withoutAnswer(e, line, context, start, deadline) : answer;
    } catch (IllegalStateException e) {
      // What a cancelled request ends with if that comes between two steps of the client.
      if (answer != null) {
        return answer;
      }
      if (line.status() == 0 && !deadline.hasPassed()) {
        throw e;
      }
      return withoutAnswer(new IOException(e), line, context, start, deadline);
    }
  }

  /** The client gives none; there may have been the beginning of one all the same. */
  private Answer withoutAnswer(
      IOException e,
      StatusLine line,
      HttpClientContext context,
      long start,
      Deadlines.Deadline deadline)
      throws IOException {
    if (line.status() == 0 || !passage.hasReachedHost(context)) {
      return failed(e, deadline.hasPassed(), System.nanoTime() - start);
    }
    passage.requireAnswerOfHost(context, line.status());
    return answered(line.status(), cutOff(e, deadline.hasPassed()), "", null, start);
  }

  /** What an answer means is in its status, whatever became of the rest. */
  private static Answer answered(
      int status, String detail, String body, @Nullable Duration retryAfter, long start) {
    long nanos = System.nanoTime() - start;
    return new Answer(Outcome.of(status), status, detail, body, retryAfter, nanos);
  }

  private String cutOff(IOException e, boolean late) {
    return "The rest of the answer did not come%s."
        .formatted(
            late
                ? " within %d ms".formatted(subscription.timeout().toMillis())
                : ": " + Reasons.of(e));
  }

  private HttpPost request(String id, Body body, Signer signer) {
    HttpPost request = new HttpPost(NOWHERE);
    request.setPath(subscription.url().target());
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
      case NONE -> entity(body.bytes(), type, null);
      case GZIP -> entity(Gzip.compress(body.bytes()), type, "gzip");
    };
  }

  /**
   * Written in pieces, before each of which the client looks for an answer: who refuses what is too
   * large may not read it all, and close. Without its answer that would look as if it were down.
   */
  private static HttpEntity entity(byte[] bytes, ContentType type, @Nullable String encoding) {
    return new EntityTemplate(
        bytes.length,
        type,
        encoding,
        out -> {
          for (int at = 0; at < bytes.length; at += Passage.PIECE) {
            out.write(bytes, at, Math.min(Passage.PIECE, bytes.length - at));
          }
        });
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
