package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.InetAddressFilter;

/** The ways out to endpoints and to those that give tokens, as the operator has set them up. */
final class Outbound {

  private final OutboundSettings settings;
  private final OAuth2Clients clients;
  private final NameLookups lookups;
  private final Map<String, BundleTls> bundles = new ConcurrentHashMap<>();
  private final Map<String, Tokens> tokens = new ConcurrentHashMap<>();

  /**
   * Connects nowhere yet.
   *
   * @param lookups of the names of hosts
   * @throws InvalidParameterException if a setting is wrong; it names it
   */
  Outbound(OutboundSettings settings, NameLookups lookups) {
    this.settings = settings;
    this.clients = new OAuth2Clients(settings.clients());
    this.lookups = lookups;
    check("walrelay.webhooks.ssl-bundle", settings.sslBundle(), this::checkBundle);
  }

  /**
   * Whether there is what a subscription names.
   *
   * @throws InvalidParameterException if not
   */
  void check(Subscription subscription) {
    check("ssl_bundle", subscription.sslBundle(), this::checkBundle);
    check("oauth2_client", subscription.oauth2Client(), clients::registration);
  }

  private interface NameCheck {
    void run(String name);
  }

  private static void check(String parameter, @Nullable String name, NameCheck check) {
    if (name == null) {
      return;
    }
    try {
      check.run(name);
    } catch (IllegalArgumentException e) {
      InvalidParameterException invalid =
          new InvalidParameterException(parameter, String.valueOf(e.getMessage()));
      invalid.initCause(e);
      throw invalid;
    }
  }

  private void checkBundle(String name) {
    new BundleTls(settings.bundles(), name).check();
  }

  /**
   * To the endpoint of a subscription. With a proxy, it is the proxy that looks the endpoint's name
   * up, so that only the name can be judged here.
   *
   * @param guard of what the subscription may reach
   */
  Passage to(Subscription subscription, boolean declared, AddressGuard guard) {
    String host = HostPatterns.bare(subscription.url().host().getHostName());
    String bundle = subscription.sslBundle();
    BundleTls tls = tls(bundle == null ? settings.sslBundle() : bundle);
    HttpProxy proxy = proxy(host);
    if (proxy == null) {
      return new Passage(tls, guard, null, Passage.Check.NONE);
    }
    boolean trusted = declared || proxy.allowed().match(host);
    return new Passage(
        tls,
        anywhere(subscription.timeout()),
        proxy,
        trusted ? Passage.Check.NONE : () -> guard.requireAllowed(host));
  }

  /** The tokens that a subscription sends, or null if it sends none. */
  @Nullable Tokens tokens(Subscription subscription) {
    String client = subscription.oauth2Client();
    return client == null ? null : tokens.computeIfAbsent(client, this::tokens);
  }

  private Tokens tokens(String client) {
    TokenRequest request = new TokenRequest(() -> clients.registration(client), this::toIssuer);
    return new Tokens(client, request::send);
  }

  /** To whoever gives tokens, whom the operator has chosen. */
  private Passage toIssuer(String host) {
    return new Passage(
        tls(settings.sslBundle()), anywhere(Tokens.LIMIT), proxy(host), Passage.Check.NONE);
  }

  private @Nullable BundleTls tls(@Nullable String bundle) {
    return bundle == null
        ? null
        : bundles.computeIfAbsent(bundle, name -> new BundleTls(settings.bundles(), name));
  }

  private @Nullable HttpProxy proxy(String host) {
    HttpProxy proxy = settings.proxy();
    return proxy == null || proxy.except().match(host) ? null : proxy;
  }

  private DnsResolver anywhere(Duration timeout) {
    return AddressGuard.of(InetAddressFilter.all(), lookups, timeout.toMillis());
  }
}
