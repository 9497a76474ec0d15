package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Whatever is asked, the answer is no failure of the service, and says what is wrong. */
@Isolated("looks at what is printed")
@ExtendWith(OutputCaptureExtension.class)
class ApiFuzzTest {

  private static final long SEED = 20261130;
  private static final int REQUESTS_FOR_EACH_OPERATION = 400;
  private static final TestDatabase DATABASE = TestServer.shared(18).database();

  @TempDir private static Path folder;
  private static RunningWalrelay walrelay;

  @BeforeAll
  static void start() {
    walrelay = RunningWalrelay.start(DATABASE, folder);
    DATABASE.execute("CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
    walrelay.awaitEvents(1);
  }

  @AfterAll
  static void stop() {
    walrelay.close();
    DATABASE.close();
  }

  @Test
  void answersEveryBadRequestWithAProblem(CapturedOutput output) throws IOException {
    ApiFuzz fuzz = new ApiFuzz(SEED);
    JsonNode paths =
        RunningWalrelay.JSON.readTree(walrelay.get("/v3/api-docs").body()).path("paths");
    assertThat(paths.propertyNames())
        .contains("/v1/events", "/v1/subscriptions", "/v1/subscriptions/{name}/replay");
    SoftAssertions all = new SoftAssertions();
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(Locale.ROOT);
        for (int i = 0; i < REQUESTS_FOR_EACH_OPERATION; i++) {
          byte[] request =
              fuzz.request(path.getKey(), method, operation.getValue(), RunningWalrelay.TOKEN);
          check(request, all);
        }
      }
    }
    all.assertAll();
    assertThat(output).doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/%FF HTTP/1.1",
        "GET /v1/%00 HTTP/1.1",
        "GET /v1/%zz HTTP/1.1",
        "GET /v1/events%2Fx HTTP/1.1",
        "GET /v1/events;a=b HTTP/1.1",
        "GET //v1//events HTTP/1.1",
        "GET /v1/../../etc/passwd HTTP/1.1",
        "GET /v1/%2e%2e/%2e%2e/x HTTP/1.1",
        "GET /v1/events?table=%FF HTTP/1.1",
        "GET /v1/events?table=%C3%28 HTTP/1.1",
        "GET /v1/events?=&&=x HTTP/1.1",
        "GET /v1/events?access_token=%zz HTTP/1.1",
        "GET /v1/événements HTTP/1.1",
        "GET /v1/<script> HTTP/1.1",
        "GET /v1/a\\b HTTP/1.1",
        "GET v1/events HTTP/1.1",
        "GET /v1/a b HTTP/1.1",
        "GET * HTTP/1.1",
        "BREW /v1/events HTTP/1.1",
        "TRACE /v1/events HTTP/1.1",
        "G@T /v1/events HTTP/1.1",
        "GET /error HTTP/1.1",
        "GET /swagger-ui/../../application.yml HTTP/1.1",
        "GET /v3/api-docs/%00 HTTP/1.1",
        "POST /v3/api-docs HTTP/1.1"
      })
  void answersAMalformedRequestLineWithAProblem(String requestLine) throws IOException {
    SoftAssertions all = new SoftAssertions();
    check(request(requestLine, ""), all);
    all.assertAll();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Last-Event-ID: \u0001",
        "Last-Event-ID: é\u0080",
        "Accept: \u0007",
        "Accept: ,,,",
        "Accept: text/event-stream;q=2",
        "Origin: \u0000",
        "Content-Type: \u0001/x",
        "X-Forwarded-For: '\"<>",
        "Cookie: a=\u0001",
        "Content-Length: -1",
        "Content-Length: x",
        "No colon at all",
        "Range: bytes=0-",
        "Upgrade: websocket",
        "Expect: magic"
      })
  void answersAMalformedHeaderWithAProblem(String header) throws IOException {
    SoftAssertions all = new SoftAssertions();
    check(request("GET /v1/events HTTP/1.1", header + "\r\n"), all);
    check(request("POST /v1/subscriptions HTTP/1.1", header + "\r\n"), all);
    all.assertAll();
  }

  /** RFC 9112, sections 2.6 and 6.1: the one failure that is the client's and yet has a 5xx. */
  @Test
  void saysThatItDoesNotSpeakAProtocol() throws IOException {
    int port = walrelay.uri("/").getPort();
    assertThat(RawExchange.send(port, request("GET /v1/events HTTP/3.7", "")))
        .satisfies(answer -> assertThat(answer.body()).contains("\"status\":505"));
    assertThat(
            RawExchange.send(
                port, request("POST /v1/events HTTP/1.1", "Transfer-Encoding: odd\r\n")))
        .satisfies(answer -> assertThat(answer.body()).contains("\"status\":501"));
  }

  @Test
  void answersAnOverlongRequestWithAProblem() throws IOException {
    SoftAssertions all = new SoftAssertions();
    check(request("GET /v1/" + "a".repeat(100_000) + " HTTP/1.1", ""), all);
    check(request("GET /v1/events?table=" + "a".repeat(100_000) + " HTTP/1.1", ""), all);
    check(request("GET /v1/events HTTP/1.1", "X: " + "a".repeat(100_000) + "\r\n"), all);
    check(request("GET /v1/events HTTP/1.1", "X: a\r\n".repeat(500)), all);
    check(request("GET /v1/events?" + "table=a&".repeat(900) + " HTTP/1.1", ""), all);
    all.assertAll();
  }

  private static byte[] request(String requestLine, String headers) {
    String bearer = "Authorization: Bearer " + RunningWalrelay.TOKEN;
    return String.join(
            "\r\n", requestLine, "Host: localhost", "Connection: close", bearer, headers + "\r\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void check(byte[] request, SoftAssertions all) throws IOException {
    String what = new String(request, StandardCharsets.UTF_8);
    String shown = what.substring(0, Math.min(what.length(), 300));
    RawExchange answer;
    try {
      answer = RawExchange.send(walrelay.uri("/").getPort(), request);
    } catch (IOException e) {
      all.fail("no answer to " + shown + ": " + e);
      return;
    }
    all.assertThat(answer.status() < 500 || answer.status() == 503)
        .as("%d %s to %s", answer.status(), answer.body(), shown)
        .isTrue();
    if (answer.status() >= 400 && !what.startsWith("HEAD ")) {
      all.assertThat(answer.headers().get("content-type"))
          .as("type of %d %s to %s", answer.status(), answer.body(), shown)
          .isEqualTo("application/problem+json");
      all.assertThat(answer.body())
          .as("answer to %s", shown)
          .contains("\"status\":" + answer.status());
    }
  }
}
