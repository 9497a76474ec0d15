package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The client of one subscription, with connections of its own, so that a dead endpoint slows no
 * other. It does what it is told once: no retries, no redirects, no cookies, no proxies.
 */
final class Endpoint implements AutoCloseable {

  /** What a request is made with; where it goes to comes then. */
  private static final URI NOWHERE = URI.create("/");

  private static final TimeValue STALE_AFTER = TimeValue.ofSeconds(1);
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofMinutes(5);

  /** A read ends with the attempt's deadline; one of its own would cost a timer for each. */
  private static final Timeout UNLIMITED = Timeout.DISABLED;

  private final Subscription subscription;
  private final Deadlines deadlines;
  private final AnswerReader answers;
  private final CloseableHttpClient client;

  /**
   * A client that has not connected yet.
   *
   * @param resolver is asked for the address of every connection
   * @param timer for what ends attempts that take too long
   */
  Endpoint(Subscription subscription, DnsResolver resolver, ScheduledExecutorService timer) {
    this.subscription = subscription;
    this.deadlines = new Deadlines(timer, subscription.timeout().toNanos());
    this.answers = new AnswerReader(subscription.headers());
    Timeout timeout = Timeout.of(subscription.timeout());
    // One more than senders, for a test delivery.
    int connections = subscription.concurrency() + 1;
    this.client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setDnsResolver(resolver)
                    .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder()
                            .responseParserFactory(StatusLine::parser)
                            .build())
                    .setMaxConnTotal(connections)
                    .setMaxConnPerRoute(connections)
                    .setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(timeout).build())
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(timeout)
                            .setSocketTimeout(UNLIMITED)
                            .setValidateAfterInactivity(STALE_AFTER)
                            .setTimeToLive(CONNECTION_LIFE)
                            .build())
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setResponseTimeout(UNLIMITED)
                    .setConnectionRequestTimeout(timeout)
                    .setRedirectsEnabled(false)
                    .build())
            .setUserAgent("Walrelay")
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .build();
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
    StatusLine line = new StatusLine();
    Answer answer = null;
    try (ClassicHttpResponse response =
        line.of(() -> client.executeOpen(subscription.url().host(), request, null))) {
      AnswerReader.Begin begin = answers.read(response.getEntity());
      String detail = begin.trouble() == null ? "" : cutOff(begin.trouble(), deadline.hasPassed());
      Duration wait = retryAfter(response);
      answer = answered(response.getCode(), detail, begin.text(), wait, start);
      if (!begin.isWhole()) {
        // Closing the answer would read on to its end, to keep a connection that is of no use.
        request.cancel();
      }
      return answer;
    } catch (IOException e) {
      return answer == null ? withoutAnswer(e, line, start, deadline) : answer;
    } catch (IllegalStateException e) {
      // What a cancelled request ends with if that comes between two steps of the client.
      if (answer != null) {
        return answer;
      }
      if (line.status() == 0 && !deadline.hasPassed()) {
        throw e;
      }
      return withoutAnswer(new IOException(e), line, start, deadline);
    }
  }

  /** The client gives none; there may have been the beginning of one all the same. */
  private Answer withoutAnswer(
      IOException e, StatusLine line, long start, Deadlines.Deadline deadline) {
    return line.status() == 0
        ? failed(e, deadline.hasPassed(), System.nanoTime() - start)
        : answered(line.status(), cutOff(e, deadline.hasPassed()), "", null, start);
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
                : ": " + explain(e));
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
      case NONE -> new ByteArrayEntity(body.bytes(), type);
      case GZIP -> new ByteArrayEntity(Gzip.compress(body.bytes()), type, "gzip");
    };
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
    return Answer.failed(Outcome.UNREACHABLE, explain(e), nanos);
  }

  private Answer timedOut(long nanos) {
    return Answer.failed(
        Outcome.TIMEOUT,
        "There was no complete answer within %d ms.".formatted(subscription.timeout().toMillis()),
        nanos);
  }

  private static String explain(IOException e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }
}
