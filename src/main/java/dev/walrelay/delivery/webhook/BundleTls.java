package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * TLS as an SSL bundle has it. The bundle is asked for at every new connection, so that one that
 * was loaded again counts from then on.
 */
final class BundleTls implements TlsSocketStrategy {

  private final SslBundles bundles;
  private final String name;
  private volatile @Nullable Loaded loaded;

  BundleTls(SslBundles bundles, String name) {
    this.bundles = bundles;
    this.name = name;
  }

  private record Loaded(SslBundle bundle, TlsSocketStrategy strategy) {}

  /**
   * Whether it can be used now.
   *
   * @throws IllegalArgumentException if not; the message says why
   */
  void check() {
    try {
      strategy();
    } catch (NoSuchSslBundleException e) {
      throw new IllegalArgumentException(
          "'%s' is not one of the SSL bundles in the settings (spring.ssl.bundle), which are %s"
              .formatted(name, bundles.getBundleNames()),
          e);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "the SSL bundle '%s' can't be used: %s".formatted(name, Reasons.of(e)), e);
    }
  }

  @Override
  public SSLSocket upgrade(
      Socket socket,
      String target,
      int port,
      @Nullable Object attachment,
      @Nullable HttpContext context)
      throws IOException {
    return usable().upgrade(socket, target, port, attachment, context);
  }

  private TlsSocketStrategy usable() throws SSLException {
    try {
      return strategy();
    } catch (RuntimeException e) {
      // It was there when it was checked; the endpoint is down until it is there again.
      throw new SSLException(
          "The SSL bundle '%s' can't be used: %s.".formatted(name, Reasons.of(e)), e);
    }
  }

  private TlsSocketStrategy strategy() {
    SslBundle bundle = bundles.getBundle(name);
    Loaded latest = loaded;
    if (latest == null || !latest.bundle().equals(bundle)) {
      latest = new Loaded(bundle, load(bundle));
      loaded = latest;
    }
    return latest.strategy();
  }

  private static TlsSocketStrategy load(SslBundle bundle) {
    return new DefaultClientTlsStrategy(
        bundle.createSslContext(),
        bundle.getOptions().getEnabledProtocols(),
        bundle.getOptions().getCiphers(),
        SSLBufferMode.STATIC,
        new DefaultHostnameVerifier());
  }
}
