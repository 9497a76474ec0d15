package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.Serial;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The way out to one host. Its clients do what they are told once: no retries but for {@link
 * StaleConnections}, no redirects, no cookies, and no proxy but its own.
 *
 * @param tls proves who is at the other end, or null for what the JVM trusts
 * @param resolver is asked for the address of every connection: the proxy's, if there is one
 * @param proxy that is in between, or null
 * @param check is made before each request
 */
record Passage(
    @Nullable TlsSocketStrategy tls, DnsResolver resolver, @Nullable HttpProxy proxy, Check check) {

  /** In the context of a request: it did not end with the proxy. */
  private static final String REACHED = "walrelay.reached";

  /** Bytes between two looks for an answer; with TLS, a look takes a millisecond. */
  static final int PIECE = 256 * 1024;

  private static final int PROXY_UNAUTHORIZED = 407;
  private static final TimeValue STALE_AFTER = TimeValue.ofSeconds(1);
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofMinutes(5);

  /** A read ends with the attempt's deadline; one of its own would cost a timer for each. */
  private static final Timeout UNLIMITED = Timeout.DISABLED;

  /** Whether the host may be reached. */
  @FunctionalInterface
  interface Check {

    Check NONE = () -> {};

    void run() throws IOException;
  }

  /** A client that has not connected yet. */
  CloseableHttpClient client(int connections, Timeout timeout) {
    PoolingHttpClientConnectionManagerBuilder manager =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(resolver)
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .responseParserFactory(StatusLine::parser)
                    .responseOutOfOrderStrategy(new MonitoringResponseOutOfOrderStrategy(PIECE))
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
                    .build());
    if (tls != null) {
      manager.setTlsSocketStrategy(tls);
    }
    HttpClientBuilder client =
        HttpClients.custom()
            .setConnectionManager(manager.build())
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
            // Else a connection with a client's certificate would serve one request only.
            .disableConnectionState();
    if (proxy != null) {
      client
          .setProxy(host(proxy))
          .addExecInterceptorAfter(ChainElement.CONNECT.name(), REACHED, Passage::reached);
    }
    return client.build();
  }

  /** Of a request: what the proxy wants to know goes with the first one, not after a refusal. */
  HttpClientContext context() {
    HttpClientContext context = HttpClientContext.create();
    if (proxy != null && proxy.username() != null) {
      String password = proxy.password() == null ? "" : proxy.password();
      BasicScheme scheme = new BasicScheme();
      scheme.initPreemptive(
          new UsernamePasswordCredentials(proxy.username(), password.toCharArray()));
      AuthExchange exchange = new AuthExchange();
      exchange.select(scheme);
      context.setAuthExchange(host(proxy), exchange);
    }
    return context;
  }

  /** The request is made again from its beginning. */
  static void restart(HttpClientContext context) {
    context.removeAttribute(REACHED);
    StatusLine.forget();
  }

  private static ClassicHttpResponse reached(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    scope.clientContext.setAttribute(REACHED, true);
    // What came so far was the proxy's.
    StatusLine.forget();
    return chain.proceed(request, scope);
  }

  /** An answer that the proxy has given in place of the host. */
  static final class ProxyException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    private ProxyException(String why) {
      super(why);
    }
  }

  /** Whether a request went out to the host, so that what came back then was not the proxy's. */
  boolean hasReachedHost(HttpClientContext context) {
    return proxy == null || context.getAttribute(REACHED) != null;
  }

  /**
   * Tells the host's answer from one that the proxy has given in its place, as far as that can be
   * told: the client takes both for the answer to the request.
   *
   * @throws ProxyException if it is the proxy's
   */
  void requireAnswerOfHost(HttpClientContext context, int status) throws ProxyException {
    if (proxy == null) {
      return;
    }
    if (status == PROXY_UNAUTHORIZED) {
      throw new ProxyException("The proxy wants another user and password (407).");
    }
    if (!hasReachedHost(context)) {
      throw new ProxyException(
          "The proxy does not connect to the endpoint, but answers %d.".formatted(status));
    }
  }

  private static HttpHost host(HttpProxy proxy) {
    return new HttpHost("http", proxy.host(), proxy.port());
  }
}
