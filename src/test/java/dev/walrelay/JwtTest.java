package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.access.TestIssuer;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JWTs of an issuer in place of tokens. */
class JwtTest {

  @TempDir private Path folder;
  private final TestDatabase database = TestServer.shared(18).database();
  private TestIssuer issuer;
  private RunningWalrelay walrelay;

  @BeforeEach
  void start() throws IOException {
    issuer = new TestIssuer();
    walrelay = RunningWalrelay.startWithoutTokens(database, folder, issuer.settings());
  }

  @AfterEach
  void stop() {
    walrelay.close();
    issuer.close();
    database.close();
  }

  @Test
  void letsInByScopes() {
    String reader = issuer.token("openid events:read", in(60));
    String manager = issuer.token("subscriptions:write", in(60));
    String both = issuer.token("events:read subscriptions:write", in(60));

    assertThat(status("/v1/events", reader)).isEqualTo(200);
    assertThat(status("/v1/events", manager)).isEqualTo(403);
    assertThat(status("/v1/events", both)).isEqualTo(200);
    assertThat(status("/v1/subscriptions", reader)).isEqualTo(403);
    assertThat(status("/v1/subscriptions", manager)).isNotIn(401, 403, 500);
    assertThat(folder.resolve("walrelay.db.token")).doesNotExist();
  }

  @Test
  void refusesForgedExpiredAndMalformedTokens() {
    List<String> tokens =
        List.of(
            TestIssuer.forgedToken("events:read", in(60)),
            issuer.token("events:read", in(-120)),
            issuer.token("events:read", in(60)).replaceFirst("\\..*\\.", ".e30."),
            "opaque",
            "a.b.c");
    for (String token : tokens) {
      HttpResponse<String> response = get("/v1/events", token);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(401);
      assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
          .contains("error=\"invalid_token\"");
      assertThat(response.headers().firstValue("Content-Type"))
          .contains("application/problem+json");
    }
  }

  @Test
  void endsStreamsAndLongPollsWhenTheTokenExpires() {
    long before = System.nanoTime();
    try (Stream<String> lines =
        walrelay.stream("", "Authorization", "Bearer " + issuer.token("events:read", in(2)))) {
      assertThat(lines.toList()).last().asString().isEmpty();
    }
    assertThat(get("/v1/events?wait=60s", issuer.token("events:read", in(2))).statusCode())
        .isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(20));
  }

  @Test
  void saysToComeBackWhileTheIssuerIsAway() {
    issuer.close();

    HttpResponse<String> response = get("/v1/events", issuer.token("events:read", in(60)));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).isPresent();
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
  }

  private static Instant in(int seconds) {
    return Instant.now().plusSeconds(seconds);
  }

  private int status(String path, String token) {
    return get(path, token).statusCode();
  }

  private HttpResponse<String> get(String path, String token) {
    return walrelay.send("GET", path, "Authorization", "Bearer " + token);
  }
}
