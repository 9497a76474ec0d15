package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.delivery.webhook.ForwardProxy;
import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.delivery.webhook.Reply;
import dev.walrelay.delivery.webhook.Request;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.tls.Authority;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service where endpoints are behind a proxy, and ask for certificates and tokens. */
class CompanyWallsTest {

  private static final TestDatabase DATABASE = TestServer.shared(18).database();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  private static Authority company;
  private static Authority.Identity server;
  private static Receiver endpoint;
  private static Receiver issuer;
  private static ForwardProxy proxy;
  private static RunningWalrelay walrelay;

  @BeforeAll
  static void start() throws Exception {
    company = Authority.in(folder.resolve("company"));
    server = company.issue("server", "DNS:hooks.corp.example,IP:127.0.0.1");
    Authority.Identity client = company.issue("client", "DNS:client");
    endpoint = Receiver.encrypted(company.trust(server).createSslContext(), true);
    issuer = Receiver.encrypted(company.trust(server).createSslContext(), true);
    issuer.replies(
        new Reply.Status(
            200,
            Map.of("Content-Type", "application/json"),
            "{\"access_token\": \"abc\", \"token_type\": \"Bearer\", \"expires_in\": 3600}"));
    proxy = ForwardProxy.start().to(endpoint);
    String bundle = "--spring.ssl.bundle.pem.company.";
    String oauth2 = "--spring.security.oauth2.client.";
    walrelay =
        RunningWalrelay.start(
            DATABASE,
            folder,
            bundle + "reload-on-update=true",
            bundle + "truststore.certificate=file:" + company.certificate(),
            bundle + "keystore.certificate=file:" + client.certificate(),
            bundle + "keystore.private-key=file:" + client.key(),
            "--spring.ssl.bundle.watch.file.quiet-period=100ms",
            oauth2 + "registration.shop.client-id=walrelay",
            oauth2 + "registration.shop.client-secret=it is secret",
            oauth2 + "registration.shop.authorization-grant-type=client_credentials",
            oauth2 + "registration.shop.provider=company",
            oauth2 + "provider.company.token-uri=" + issuer.url(),
            "--walrelay.webhooks.ssl-bundle=company",
            "--walrelay.webhooks.proxy=http://127.0.0.1:" + proxy.port(),
            "--walrelay.webhooks.proxy-username=me",
            "--walrelay.webhooks.proxy-password=hidden",
            "--walrelay.webhooks.no-proxy=127.0.0.1",
            "--walrelay.webhooks.allowed-networks=127.0.0.1/32",
            "--walrelay.subscriptions[0].name=shop",
            "--walrelay.subscriptions[0].url=https://hooks.corp.example/hook",
            "--walrelay.subscriptions[0].ssl-bundle=company",
            "--walrelay.subscriptions[0].oauth2-client=shop");
  }

  @AfterAll
  static void stop() throws Exception {
    walrelay.close();
    proxy.close();
    issuer.close();
    endpoint.close();
    DATABASE.close();
  }

  private static void emit() {
    DATABASE.execute("SELECT pg_logical_emit_message(true, 'a', 'b')");
  }

  @Test
  void deliversThroughTheProxyWithACertificateAndAToken() {
    emit();

    await().atMost(PATIENCE).until(() -> !endpoint.requests().isEmpty());
    Request request = endpoint.requests().getFirst();
    assertThat(request.header("Authorization")).isEqualTo("Bearer abc");
    assertThat(endpoint.peers()).containsExactly("CN=client");
    assertThat(issuer.peers()).containsExactly("CN=client");
    assertThat(proxy.asked()).containsOnly("CONNECT hooks.corp.example:443 HTTP/1.1");
    assertThat(proxy.credentials()).containsOnly("Basic bWU6aGlkZGVu");
  }

  @Test
  void trustsWhomAFileNamesThatWasWrittenAgain() throws Exception {
    Authority partner = Authority.in(folder.resolve("partner"));
    try (Receiver other =
        Receiver.encrypted(
            partner.trust(partner.issue("other", "IP:127.0.0.1")).createSslContext(), false)) {
      walrelay.post(
          "/v1/subscriptions",
          "{\"name\": \"other\", \"url\": \"%s\", \"retry\": {\"initial\": \"10ms\", \"max\": \"50ms\"}}"
              .formatted(other.url()));
      emit();
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  walrelay
                      .get("/v1/subscriptions/other/deliveries")
                      .body()
                      .contains("unreachable"));

      Files.writeString(
          company.certificate(),
          Files.readString(partner.certificate()),
          StandardOpenOption.APPEND);

      await().atMost(PATIENCE).until(() -> !other.requests().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/oauth2/authorization/shop",
        "/login/oauth2/code/shop",
        "/login",
        "/logout",
        "/oauth2/token"
      })
  void opensNoLogin(String path) {
    HttpResponse<String> refused = walrelay.send("GET", path);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().map()).doesNotContainKeys("location", "set-cookie");
    HttpResponse<String> nothing = walrelay.get(path);
    assertThat(nothing.statusCode()).isEqualTo(404);
    assertThat(nothing.headers().map()).doesNotContainKeys("location", "set-cookie");
  }
}
