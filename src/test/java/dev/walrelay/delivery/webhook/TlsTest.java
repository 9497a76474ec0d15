package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.tls.Authority;
import dev.walrelay.tls.Authority.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;

/** Endpoints whose certificates nobody else knows, and that want to see one. */
class TlsTest extends WithWebhooks {

  @TempDir private static Path certificates;
  private static Authority company;
  private static Authority stranger;
  private static Identity server;
  private static Identity client;

  private DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();
  private @Nullable String bundleForAll;

  @BeforeAll
  static void makeCertificates() throws Exception {
    company = Authority.in(certificates.resolve("company"));
    stranger = Authority.in(certificates.resolve("stranger"));
    server = company.issue("server", "IP:127.0.0.1");
    client = company.issue("client", "DNS:client");
  }

  @Override
  WebhookSettings settings() {
    if (bundles.getBundleNames().isEmpty()) {
      bundles.registerBundle("company", company.trust());
      bundles.registerBundle("client", company.trust(client));
      bundles.registerBundle("stranger", stranger.trust());
    }
    return new WebhookSettings(
        "/walrelay/test",
        List.of("127.0.0.0/8"),
        declared(),
        new OutboundSettings(bundles, bundleForAll, null, new OAuth2ClientProperties()));
  }

  private void encrypt(Identity identity, boolean wantsClient) throws IOException {
    receiver.close();
    receiver = Receiver.encrypted(company.trust(identity).createSslContext(), wantsClient);
  }

  private static void assertDown(Channel channel) {
    eventually().until(() -> channel.attempts().lastFailure().isPresent());
    Attempt failure = channel.attempts().lastFailure().orElseThrow();
    assertThat(failure.outcome()).as(failure.detail()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(channel.state()).isEqualTo(SubscriptionState.ACTIVE);
    assertThat(channel.letters().count()).isZero();
  }

  @Test
  void deliversToWhomTheBundleTrustsAndToNobodyElse() throws Exception {
    encrypt(server, false);
    append(1, 2);
    Channel channel = subscribe("{}");
    assertDown(channel);
    channel.change(spec("{\"ssl_bundle\": \"stranger\"}"), false);
    assertDown(channel);
    assertThat(receiver.requests()).isEmpty();

    channel.change(spec("{\"ssl_bundle\": \"company\"}"), false);

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 2)));
  }

  @Test
  void doesNotDeliverToACertificateWithAnotherName() throws Exception {
    encrypt(company.issue("elsewhere", "DNS:elsewhere.example"), false);
    append(1, 1);

    assertDown(subscribe("{\"ssl_bundle\": \"company\"}"));
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void provesWhoItIsAndKeepsTheConnection() throws Exception {
    encrypt(server, true);
    append(1, 5);
    Channel channel = subscribe("{\"ssl_bundle\": \"company\"}");
    assertDown(channel);
    channel.change(spec("{\"ssl_bundle\": \"client\"}"), false);

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 5)));
    assertThat(receiver.peers()).containsExactly("CN=client");
  }

  @Test
  void takesABundleThatWasReloadedForNewConnections() throws Exception {
    encrypt(server, false);
    append(1, 1);
    Channel channel = subscribe("{\"ssl_bundle\": \"stranger\"}");
    assertDown(channel);

    bundles.updateBundle("stranger", company.trust());

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 1)));
    int connections = receiver.connections();
    bundles.updateBundle("stranger", stranger.trust());
    append(2, 1);
    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 2)));
    assertThat(receiver.connections()).as("the open one goes on").isEqualTo(connections);
  }

  @Test
  void usesTheBundleForAllWhereASubscriptionNamesNone() throws Exception {
    bundleForAll = "company";
    restart();
    encrypt(server, false);
    append(1, 1);
    subscribe("{}");

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 1)));
  }

  @Test
  void holdsWhatIsToBeDeliveredWhileItsBundleIsGone() throws Exception {
    encrypt(server, false);
    subscribe("{\"ssl_bundle\": \"company\"}");
    DefaultSslBundleRegistry complete = bundles;
    bundles = new DefaultSslBundleRegistry("another", company.trust());
    restart();
    append(1, 5);

    Channel channel = webhooks.get("s");
    assertDown(channel);
    assertThat(channel.attempts().lastFailure().orElseThrow().detail())
        .contains("SSL bundle 'company' can't be used");

    bundles = complete;
    restart();
    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 5)));
  }

  @Test
  void refusesBundlesThatAreNotThere() throws Exception {
    try (ApiServer api = ApiServer.start(webhooks)) {
      String body = "{\"name\": \"a\", \"url\": \"https://127.0.0.1:1\", \"ssl_bundle\": \"%s\"}";
      ApiServer.Reply refused = api.send("POST", "", body.formatted("missing"));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("parameter").stringValue()).isEqualTo("ssl_bundle");
      assertThat(refused.json().path("detail").stringValue())
          .contains("'missing'")
          .contains("spring.ssl.bundle")
          .contains("[client, company, stranger]");

      ApiServer.Reply created = api.send("POST", "", body.formatted("company"));
      assertThat(created.status()).isEqualTo(201);
      assertThat(created.json().path("ssl_bundle").stringValue()).isEqualTo("company");
      assertThat(api.send("PATCH", "/a", "{\"ssl_bundle\": \"missing\"}").status()).isEqualTo(400);
      assertThat(api.send("PATCH", "/a", "{\"ssl_bundle\": null}").status()).isEqualTo(200);
      assertThat(webhooks.get("a").spec().sslBundle()).isNull();
    }
  }

  @Test
  void startsWithNoSettingThatNamesABundleThatIsNotThere() {
    bundleForAll = "missing";
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(this::notStarted)
        .withMessageContaining("walrelay.webhooks.ssl-bundle: 'missing'");
    bundleForAll = null;
    WebhookSettings settings = settings();
    List<Map<String, Object>> declared =
        List.of(Map.of("name", "a", "url", "https://a.example", "ssl_bundle", "missing"));
    Outbound outbound = new Outbound(settings.outbound(), webhooks.engine().lookups());
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> Declarations.read(declared, outbound::check))
        .withMessageContaining("walrelay.subscriptions[0].ssl-bundle: 'missing'");
  }
}
