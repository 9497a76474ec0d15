package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The client of one subscription, with connections of its own, so that a dead endpoint slows no
 * other. It does what it is told once: no retries but for {@link StaleConnections}, no redirects,
 * no cookies, no proxies.
 */
final class Endpoint implements AutoCloseable {

  private static final int MAX_ANSWER = 64 * 1024;
  private static final int KEPT_ANSWER = 1024;

  /** With TLS, looking for an answer takes a millisecond. */
  private static final int PIECE = 256 * 1024;

  private static final TimeValue STALE_AFTER = TimeValue.ofSeconds(1);
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofMinutes(5);

  /** A read ends with the attempt's deadline; one of its own would cost a timer for each. */
  private static final Timeout UNLIMITED = Timeout.DISABLED;

  private final Subscription subscription;
  private final Deadlines deadlines;
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
                            .responseOutOfOrderStrategy(
                                new MonitoringResponseOutOfOrderStrategy(PIECE))
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
            .addExecInterceptorBefore(
                ChainElement.PROTOCOL.name(), "stale connections", new StaleConnections())
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
    try (ClassicHttpResponse response = client.executeOpen(null, request, null)) {
      String begin = read(response.getEntity());
      int status = response.getCode();
      return new Answer(
          Outcome.of(status), status, "", begin, retryAfter(response), System.nanoTime() - start);
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
          for (int at = 0; at < bytes.length; at += PIECE) {
            out.write(bytes, at, Math.min(PIECE, bytes.length - at));
          }
        });
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
