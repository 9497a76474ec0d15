package dev.walrelay.delivery.webhook;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

/**
 * What the operator's settings say of the way out to endpoints.
 *
 * @param bundles of certificates and keys, by their names
 * @param sslBundle the name of the one that counts where a subscription names none; without it, the
 *     JVM's own authorities are trusted
 * @param proxy that stands between here and the endpoints, or null
 * @param clients of OAuth2, by the ids of their registrations
 */
public record OutboundSettings(
    SslBundles bundles,
    @Nullable String sslBundle,
    @Nullable HttpProxy proxy,
    OAuth2ClientProperties clients) {

  /** Straight out, with nothing configured. */
  public static OutboundSettings direct() {
    return new OutboundSettings(
        new DefaultSslBundleRegistry(), null, null, new OAuth2ClientProperties());
  }
}
