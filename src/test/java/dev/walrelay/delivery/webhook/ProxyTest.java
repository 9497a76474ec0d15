package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.tls.Authority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;

/** Endpoints that are reached through a proxy. */
class ProxyTest extends WithWebhooks {

  /** Too long for a name, so that nobody is asked for its address. */
  private static final String UNKNOWN = "a".repeat(64) + ".example";

  /** One more, which is not listed. */
  private static final String ANOTHER =
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.example";

  private static final String BASIC = "Basic bWU6cDpA";

  @TempDir private static Path certificates;

  private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();
  private @Nullable ForwardProxy proxy;
  private boolean declare;

  @Override
  @BeforeEach
  void open() throws IOException {
    proxy = ForwardProxy.start();
    super.open();
    proxy.to(receiver);
  }

  @AfterEach
  void closeProxy() throws IOException {
    proxy().close();
  }

  private ForwardProxy proxy() {
    if (proxy == null) {
      throw new AssertionError("It was not started.");
    }
    return proxy;
  }

  @Override
  List<Map<String, Object>> declared() {
    return declare
        ? List.of(Map.of("name", "d", "url", "http://" + UNKNOWN + "/hook", "start", "earliest"))
        : List.of();
  }

  @Override
  WebhookSettings settings() {
    return new WebhookSettings(
        "/walrelay/test",
        List.of("127.0.0.2/32"),
        declared(),
        new OutboundSettings(
            bundles,
            null,
            HttpProxy.of(
                "http://me:p%%3A%%40@127.0.0.1:%d".formatted(proxy().port()),
                null,
                null,
                List.of("127.0.0.2", "*.direct.example"),
                List.of("hooks.example", "*.corp.example", UNKNOWN)),
            new OAuth2ClientProperties()));
  }

  private void assertDown(Channel channel, Outcome outcome, String why) {
    eventually().until(() -> channel.attempts().latest().size() > 4);
    assertThat(channel.attempts().latest())
        .allSatisfy(attempt -> assertThat(attempt.outcome()).isEqualTo(outcome));
    assertThat(channel.attempts().lastFailure().orElseThrow().detail()).contains(why);
    assertThat(channel.letters().count()).isZero();
  }

  @Test
  void letsTheProxyPassRequestsOn() {
    append(1, 3);
    subscribe("{\"url\": \"http://a.corp.example/hook?x=y\"}");

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 3)));
    assertThat(proxy().asked())
        .hasSize(3)
        .containsOnly("POST http://a.corp.example/hook?x=y HTTP/1.1");
    assertThat(proxy().credentials()).hasSize(3).containsOnly(BASIC);
  }

  @Test
  void speaksWithTheEndpointItselfWhereThereIsTls() throws Exception {
    Authority company = Authority.in(certificates);
    Authority.Identity server = company.issue("server", "DNS:hooks.example");
    bundles.registerBundle("client", company.trust(company.issue("client", "DNS:client")));
    receiver.close();
    receiver = Receiver.encrypted(company.trust(server).createSslContext(), true);
    proxy().to(receiver);
    append(1, 3);
    subscribe("{\"url\": \"https://hooks.example/hook\", \"ssl_bundle\": \"client\"}");

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 3)));
    assertThat(receiver.peers()).containsExactly("CN=client");
    assertThat(receiver.requests())
        .allSatisfy(
            request -> assertThat(request.headers()).doesNotContainKey("proxy-authorization"));
    assertThat(proxy().asked()).containsExactly("CONNECT hooks.example:443 HTTP/1.1");
    assertThat(proxy().credentials()).containsExactly(BASIC);
  }

  @ParameterizedTest
  @CsvSource({
    "http, 407 Who are you, user and password",
    "http, 502 No, ''",
    "https, 403 No, 403",
    "https, 407 Who are you, 407",
    "https, 410 Gone, 410",
    "https, 500 No, 500",
    "https, 200 Connected, ''"
  })
  void holdsWhatIsToBeDeliveredWhileTheProxyWantsItNot(String scheme, String status, String why) {
    proxy().refuse(status);
    append(1, 1);

    assertDown(
        subscribe("{\"url\": \"%s://hooks.example/hook\"}".formatted(scheme)),
        Outcome.UNREACHABLE,
        why);
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void reachesWhatIsExceptedWithoutTheProxyAndByItsAddress() {
    append(1, 1);
    subscribe("{\"url\": \"http://127.0.0.2:%d/hook\"}".formatted(receiver.port()));
    Channel unknown =
        subscribe(
            "{\"name\": \"u\", \"url\": \"http://%s.direct.example/\"}".formatted("a".repeat(64)));

    assertDown(unknown, Outcome.UNREACHABLE, "could not be resolved");
    assertThat(proxy().asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "10.1.2.3",
        "169.254.169.254",
        "0177.0.0.1",
        "2130706433",
        ANOTHER
      })
  void doesNotSendTheProxyWhereASubscriptionMayNotGo(String host) {
    append(1, 1);

    assertDown(
        subscribe("{\"url\": \"http://%s:%d/hook\"}".formatted(host, receiver.port())),
        Outcome.BLOCKED,
        "walrelay.webhooks.allowed-hosts");
    assertThat(proxy().asked()).isEmpty();
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void sendsTheProxyWhereverTheOperatorWantsIt() {
    declare = true;
    append(1, 1);
    restart();

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proxy.example:3128",
        "https://u:hidden@proxy.example:3128",
        "http://u:hidden@proxy.example",
        "http://u:hidden@proxy.example:0",
        "http://u:hidden@proxy.example:3128/x",
        "http://u:hidden@proxy .example:3128"
      })
  void namesASettingThatIsNoProxyWithoutItsPassword(String url) {
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> HttpProxy.of(url, null, null, List.of(), List.of()))
        .withMessageContaining("walrelay.webhooks.proxy: it is not like http://proxy.example.com")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("hidden"));
  }

  @Test
  void namesASettingThatHoldsNoHosts() {
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> HttpProxy.of("http://p:1", null, null, List.of("*"), List.of()))
        .withMessageContaining("walrelay.webhooks.no-proxy: '*'");
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> HttpProxy.of("http://p:1", null, null, List.of(), List.of("a b")))
        .withMessageContaining("walrelay.webhooks.allowed-hosts: 'a b'");
    HttpProxy proxy =
        HttpProxy.of("http://a:hidden@p:1", "b", "c", List.of("P.", "::1"), List.of());
    assertThat(proxy).hasToString("http://p:1");
    assertThat(proxy.username()).isEqualTo("b");
    assertThat(proxy.password()).isEqualTo("c");
    assertThat(proxy.except().match("p")).isTrue();
    assertThat(proxy.except().match("[::1]")).isTrue();
    assertThat(proxy.except().match("q")).isFalse();
  }
}
