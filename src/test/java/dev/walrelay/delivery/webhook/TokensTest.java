package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;

/** Endpoints that want a token, which a client gets for its credentials. */
class TokensTest extends WithWebhooks {

  private static final String CLIENT = "{\"oauth2_client\": \"shop\"}";
  private static final CompletableFuture<Void> NEVER = new CompletableFuture<>();

  private final AtomicInteger given = new AtomicInteger();
  private Receiver issuer = unopened();

  /** The settings name it before a test could open one. */
  private Receiver unopened() {
    try {
      return Receiver.start()
          .replies(_ -> token(given.incrementAndGet(), ", \"expires_in\": 3600"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void closeIssuer() throws IOException {
    issuer.close();
  }

  @Override
  WebhookSettings settings() {
    OAuth2ClientProperties clients = new OAuth2ClientProperties();
    clients.getRegistration().put("shop", registration("client_credentials"));
    clients.getRegistration().put("login", registration("authorization_code"));
    Registration lost = registration("client_credentials");
    lost.setProvider("lost");
    clients.getRegistration().put("lost", lost);
    OAuth2ClientProperties.Provider provider = new OAuth2ClientProperties.Provider();
    provider.setTokenUri(issuer.url());
    clients.getProvider().put("company", provider);
    return new WebhookSettings(
        "/walrelay/test",
        List.of("127.0.0.0/8"),
        declared(),
        new OutboundSettings(new DefaultSslBundleRegistry(), null, null, clients));
  }

  private static Registration registration(String grant) {
    Registration registration = new Registration();
    registration.setProvider("company");
    registration.setClientId("walrelay");
    registration.setClientSecret("it is secret");
    registration.setAuthorizationGrantType(grant);
    registration.setScope(Set.of("hooks"));
    return registration;
  }

  private static Reply token(int number, String more) {
    return json(
        200, "{\"access_token\": \"t%d\", \"token_type\": \"Bearer\"%s}".formatted(number, more));
  }

  private static Reply json(int status, String body) {
    return new Reply.Status(status, Map.of("Content-Type", "application/json"), body);
  }

  private List<String> shown() {
    return receiver.requests().stream().map(request -> request.header("Authorization")).toList();
  }

  private void accept(String token) {
    receiver.replies(
        request ->
            request.header("Authorization").equals("Bearer " + token)
                ? Reply.OK
                : Reply.status(401));
  }

  @Test
  void sendsTheSameTokenWithEachRequest() {
    append(1, 5);
    subscribe(CLIENT);

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 5)));
    assertThat(shown()).hasSize(5).containsOnly("Bearer t1");
    assertThat(issuer.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.line()).startsWith("POST /hook ");
              assertThat(request.text()).isEqualTo("grant_type=client_credentials&scope=hooks");
              assertThat(request.header("Authorization"))
                  .isEqualTo("Basic d2FscmVsYXk6aXQraXMrc2VjcmV0");
            });
  }

  @Test
  void asksForAnotherTokenWhenTheEndpointWouldNotHaveTheOldOne() {
    append(1, 1);
    Channel channel = subscribe(CLIENT);
    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 1)));

    accept("t2");
    append(2, 2);

    eventually().untilAsserted(() -> assertThat(channel.cursor()).hasToString(id(3)));
    assertThat(shown()).containsExactly("Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2");
    assertThat(channel.attempts().lastFailure()).isEmpty();
    assertThat(given).hasValue(2);
  }

  @Test
  void takesARefusalOfANewTokenForOneLikeAnyOther() {
    receiver.replies(Reply.status(401));
    append(1, 1);
    Channel channel = subscribe(CLIENT);

    eventually().untilAsserted(() -> assertThat(channel.letters().count()).isOne());
    assertThat(channel.attempts().lastFailure().orElseThrow().status()).isEqualTo(401);
    // The first attempt had a new token, each of the others an old and a new one.
    assertThat(shown())
        .containsExactly("Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2", "Bearer t3");
  }

  @Test
  void holdsWhatIsToBeDeliveredWhileThereIsNoToken() {
    issuer.replies(Reply.status(503));
    append(1, 3);
    Channel channel = subscribe(CLIENT);
    eventually().until(() -> issuer.requests().size() > 5);
    Attempt failure = channel.attempts().lastFailure().orElseThrow();
    assertThat(failure.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(failure.detail())
        .isEqualTo(
            "There is no token of the OAuth2 client 'shop' to send: its token endpoint answers 503.");
    assertThat(receiver.requests()).isEmpty();

    issuer.replies(token(1, ""));

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 3)));
    assertThat(channel.letters().count()).isZero();
  }

  @Test
  void holdsWhatIsToBeDeliveredWhileTheTokenEndpointIsAway() throws IOException {
    issuer.close();
    append(1, 3);
    Channel channel = subscribe(CLIENT);
    eventually()
        .until(
            () ->
                channel.attempts().latest().size() > 5
                    && channel.attempts().latest().stream()
                        .allMatch(attempt -> attempt.outcome() == Outcome.UNREACHABLE));
    assertThat(channel.attempts().lastFailure().orElseThrow().detail())
        .contains("its token endpoint can't be reached");

    issuer = issuer.reopen();

    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 3)));
    assertThat(channel.letters().count()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | {\"error\": \"invalid_client\", \"x\": \"hidden\"}       | answers 401 (invalid_client).",
        "400 | {\"error\": \"hidden!\"}                                 | answers 400.",
        "500 | hidden                                                   | answers 500.",
        "302 | hidden                                                   | is no token that can be sent.",
        "200 | hidden                                                   | is no token that can be sent.",
        "200 | {\"access_token\": \"hidden\\r\\nX: y\", \"token_type\": \"Bearer\"} | is no token that can be sent.",
        "200 | {\"access_token\": \"hidden\", \"token_type\": \"mac\"}  | is no token that can be sent."
      })
  void saysWhyThereIsNoTokenWithoutShowingWhatWasAnswered(int status, String body, String why) {
    issuer.replies(
        new Reply.Status(
            status,
            Map.of(
                "Content-Type",
                "application/json",
                "Location",
                receiver.url(),
                "WWW-Authenticate",
                "Bearer error=\"invalid_token\""),
            body));
    append(1, 1);
    Channel channel = subscribe(CLIENT);

    eventually().until(() -> channel.attempts().lastFailure().isPresent());
    Attempt failure = channel.attempts().lastFailure().orElseThrow();
    assertThat(failure.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(failure.detail()).endsWith(why);
    assertThat(failure.toString()).doesNotContain("hidden").doesNotContain("it is secret");
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void waitsForATokenNoLongerThanAnAttemptMayTakeNorAfterItsEnd() {
    issuer.replies(Reply.Broken.HANG);
    append(1, 1);
    Channel channel = subscribe("{\"oauth2_client\": \"shop\", \"timeout\": \"100ms\"}");
    eventually().until(() -> channel.attempts().lastFailure().isPresent());
    assertThat(channel.attempts().lastFailure().orElseThrow().outcome().isDown()).isTrue();

    channel.change(spec("{\"oauth2_client\": \"shop\", \"timeout\": \"5m\"}"), false);
    long start = System.nanoTime();
    channel.change(spec("{}"), false);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Tokens.LIMIT);
    eventually().untilAsserted(() -> assertThat(receiver.ids()).isEqualTo(ids(1, 1)));
  }

  @ParameterizedTest
  @CsvSource({"', \"expires_in\": 3600', 3570", "', \"expires_in\": 100', 90", "'', 60"})
  void keepsATokenUntilShortlyBeforeItsEnd(String answer, long seconds) throws IOException {
    issuer.replies(token(1, answer));
    Outbound outbound = new Outbound(settings().outbound(), webhooks.engine().lookups());
    Tokens tokens = Objects.requireNonNull(outbound.tokens(spec(CLIENT)));

    Token token = tokens.await(null, NEVER, Tokens.LIMIT);

    assertThat(Duration.ofNanos(token.until() - token.asked())).hasSeconds(seconds);
    assertThat(token).hasToString("Token");
  }

  @Test
  void asksOnceForAllWhoWaitAndAgainWhenATokenHasEnded() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Tokens tokens =
        new Tokens(
            "shop",
            () -> {
              answer.await();
              long now = System.nanoTime();
              // The first one has ended when it comes.
              return new Token(
                  "t", now, asked.incrementAndGet() == 1 ? now : now + Long.MAX_VALUE / 2);
            });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Token>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(threads.submit(() -> tokens.await(null, NEVER, Tokens.LIMIT)));
      }
      assertThatExceptionOfType(TokenException.class)
          .isThrownBy(() -> tokens.await(null, NEVER, Duration.ofMillis(50)))
          .withMessageContaining("did not answer in time");
      answer.countDown();
      for (Future<Token> token : all) {
        token.get();
      }
    }
    int before = asked.get();
    Token fresh = tokens.await(null, NEVER, Tokens.LIMIT);

    assertThat(before).isLessThan(20);
    assertThat(tokens.await(null, NEVER, Tokens.LIMIT)).isEqualTo(fresh);
    assertThat(tokens.await(fresh, NEVER, Tokens.LIMIT)).isNotEqualTo(fresh);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "missing | which are [login, lost, shop]",
        "login   | registration.login.authorization-grant-type=client_credentials",
        "lost    | provider.lost.token-uri"
      })
  void refusesClientsThatCannotBeUsed(String client, String why) throws Exception {
    try (ApiServer api = ApiServer.start(webhooks)) {
      ApiServer.Reply refused =
          api.send(
              "POST",
              "",
              "{\"name\": \"a\", \"url\": \"https://127.0.0.1:1\", \"oauth2_client\": \"%s\"}"
                  .formatted(client));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("parameter").stringValue()).isEqualTo("oauth2_client");
      assertThat(refused.json().path("detail").stringValue()).contains("'" + client + "'", why);
    }
  }
}
