package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** What a token opens, and what it does not. */
@ResourceLock(Resources.SYSTEM_OUT) // which others may print to, but not look at meanwhile
@ExtendWith(OutputCaptureExtension.class)
class AccessTest {

  private static final String READER = "reader-0123456789abcdef";
  private static final String LIMITED = "limited-0123456789abcdef";
  private static final TestDatabase DATABASE = TestServer.shared(18).database();

  @TempDir private static Path folder;
  private static RunningWalrelay walrelay;

  @BeforeAll
  static void start() {
    walrelay =
        RunningWalrelay.start(
            DATABASE,
            folder,
            "--walrelay.security.tokens[1].name=reader",
            "--walrelay.security.tokens[1].token=" + READER,
            "--walrelay.security.tokens[2].name=limited",
            "--walrelay.security.tokens[2].token=" + LIMITED,
            "--walrelay.security.tokens[2].tables=public.orders,shop_*",
            "--walrelay.security.tokens[2].prefixes[0]=billing.*",
            "--walrelay.security.cors.allowed-origins=https://app.example.com");
    DATABASE.execute(
        "CREATE TABLE orders (id int PRIMARY KEY)",
        "CREATE TABLE shop_items (id int PRIMARY KEY)",
        "CREATE TABLE salaries (id int PRIMARY KEY)",
        "INSERT INTO salaries VALUES (1)",
        "INSERT INTO orders VALUES (1)",
        "SELECT pg_logical_emit_message(true, 'private', 'x')",
        "SELECT pg_logical_emit_message(true, 'billing.paid', 'x')",
        "INSERT INTO shop_items VALUES (1)",
        "INSERT INTO salaries VALUES (2)");
    walrelay.awaitEvents(6);
  }

  @AfterAll
  static void stop() {
    walrelay.close();
    DATABASE.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/events", "/v1/subscriptions", "/v1/subscriptions/a/pause", "/", "/nothing"})
  void asksForATokenEverywhere(String path) {
    HttpResponse<String> response = walrelay.send("GET", path);
    assertProblem(response, 401, "Authorization: Bearer");
    assertThat(challenge(response)).isEqualTo("Bearer realm=\"walrelay\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer wrong", "Bearer", "Bearer a b", "bearer READER-0123456789ABCDEF"})
  void refusesAnotherToken(String authorization) {
    HttpResponse<String> response =
        walrelay.send("GET", "/v1/events", "Authorization", authorization);
    assertProblem(response, 401, "");
    assertThat(challenge(response)).contains("error=\"invalid_token\"");
  }

  /** As long as JWTs get; much longer than what is read at once. */
  @Test
  void readsALongToken() {
    HttpResponse<String> response =
        walrelay.send("GET", "/v1/events", "Authorization", "Bearer " + "a".repeat(7000));
    assertProblem(response, 401, "");
    assertThat(challenge(response)).contains("error=\"invalid_token\"");
  }

  @Test
  void asksForATokenWhereAPasswordIsOffered() {
    HttpResponse<String> response =
        walrelay.send("GET", "/v1/events", "Authorization", "Basic dTpw");
    assertProblem(response, 401, "Bearer");
  }

  @Test
  void keepsReadersFromSubscriptions() {
    for (String method : List.of("GET", "POST")) {
      HttpResponse<String> response =
          walrelay.send(method, "/v1/subscriptions", "Authorization", "Bearer " + READER);
      assertProblem(response, 403, "admin");
      assertThat(challenge(response)).contains("error=\"insufficient_scope\"");
    }
    assertThat(walrelay.get("/v1/subscriptions").statusCode()).isNotIn(401, 403, 500);
    assertThat(status("/v1/events", READER)).isEqualTo(200);
  }

  @Test
  void showsNoneButItsOwnEventsToALimitedToken() {
    List<String> own = List.of("orders", "billing.paid", "shop_items");
    assertThat(subjects(READER, "from=earliest")).hasSize(6);
    assertThat(subjects(LIMITED, "from=earliest")).isEqualTo(own);
    assertThat(subjects(LIMITED, "from=earliest&gap=skip")).isEqualTo(own);
    assertThat(subjects(LIMITED, "from=earliest&table=public.*"))
        .containsExactly("orders", "shop_items");
    assertThat(subjects(LIMITED, "from=earliest&prefix=*")).containsExactly("billing.paid");
    assertThat(subjects(LIMITED, "from=0/1")).isEqualTo(own);
    assertThat(walrelay.send("GET", "/v1/events?from=earliest", bearer(LIMITED)).body())
        .contains("\"orders\"")
        .doesNotContain("salaries")
        .doesNotContain("private");
  }

  @Test
  void streamsNoneButItsOwnEventsToALimitedToken() {
    try (Stream<String> lines =
        walrelay.stream("?from=earliest", "Authorization", "Bearer " + LIMITED)) {
      List<String> data = lines.filter(line -> line.startsWith("data:")).limit(3).toList();
      assertThat(data)
          .extracting(line -> subject(RunningWalrelay.JSON.readTree(line.substring(5))))
          .containsExactly("orders", "billing.paid", "shop_items");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"table=public.salaries", "table=orders&table=salaries", "prefix=private"})
  void refusesWhatALimitedTokenAsksForOutright(String query) {
    HttpResponse<String> response = walrelay.send("GET", "/v1/events?" + query, bearer(LIMITED));
    JsonNode problem = assertProblem(response, 403, "may not see");
    assertThat(problem.path("detail").stringValue()).containsAnyOf("salaries", "private");
    assertThat(problem.path("parameter").stringValue())
        .isEqualTo(query.startsWith("prefix") ? "prefix" : "table");
  }

  @Test
  void takesATokenInTheAddressOfEventsOnly() {
    String query = "?access_token=" + READER;
    assertThat(walrelay.send("GET", "/v1/events" + query).statusCode()).isEqualTo(200);
    assertThat(walrelay.send("HEAD", "/v1/events" + query).statusCode()).isEqualTo(401);
    assertThat(walrelay.send("GET", "/v1/subscriptions" + query).statusCode()).isEqualTo(401);
    assertProblem(walrelay.send("GET", "/v1/events" + query, bearer(READER)), 400, "");
    assertProblem(walrelay.send("GET", "/v1/events" + query + "x"), 401, "");
  }

  @Test
  void leavesTheManagementPortOpenForWhatProbesAndPrometheusNeed() {
    for (String path : List.of("health", "health/liveness", "info", "prometheus")) {
      assertThat(walrelay.sendToManagement("/actuator/" + path).statusCode()).isEqualTo(200);
    }
    for (String path : List.of("env", "configprops", "beans", "heapdump")) {
      assertThat(walrelay.sendToManagement("/actuator/" + path).statusCode()).isEqualTo(401);
      assertThat(walrelay.sendToManagement("/actuator/" + path, bearer(READER)).statusCode())
          .isEqualTo(404);
    }
    assertThat(status("/actuator/health", READER)).isEqualTo(404);
  }

  @Test
  void letsPagesOfAnAllowedOriginCallIt() {
    HttpResponse<String> allowed =
        walrelay.send(
            "GET",
            "/v1/events",
            "Authorization",
            "Bearer " + READER,
            "Origin",
            "https://app.example.com");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin"))
        .contains("https://app.example.com");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
    assertThat(allowed.headers().firstValue("Access-Control-Expose-Headers").orElse(""))
        .contains("Location", "Retry-After", "WWW-Authenticate");
    assertThat(
            walrelay
                .send("GET", "/v1/events", "Origin", "https://app.example.com")
                .headers()
                .firstValue("Access-Control-Allow-Origin"))
        .contains("https://app.example.com");
    assertThat(
            walrelay
                .send(
                    "GET",
                    "/v1/events",
                    "Origin",
                    "https://evil.example.com",
                    "Authorization",
                    "Bearer " + READER)
                .statusCode())
        .isEqualTo(403);
  }

  /** As browsers ask: the headers that the Fetch standard does not let pass anyway, by name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET    | /v1/events                 | authorization",
        "GET    | /v1/events                 | authorization,cache-control,last-event-id",
        "GET    | /v1/events                 | authorization,cache-control,x-requested-with",
        "GET    | /v1/events                 | authorization,baggage,pragma,traceparent",
        "POST   | /v1/subscriptions          | authorization,content-type",
        "PATCH  | /v1/subscriptions/a        | authorization,content-type",
        "POST   | /v1/subscriptions/a/replay | authorization,content-type",
        "DELETE | /v1/subscriptions/a        | authorization"
      })
  void answersThePreflightsOfBrowsersAndPolyfills(String method, String path, String headers) {
    HttpResponse<String> answer = preflight("https://app.example.com", method, path, headers);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(list(answer, "Access-Control-Allow-Methods")).contains(method);
    assertThat(list(answer, "Access-Control-Allow-Headers")).contains(headers.split(","));
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
        .contains("https://app.example.com");
    assertThat(preflight("https://evil.example.com", method, path, headers).statusCode())
        .isEqualTo(403);
  }

  private static HttpResponse<String> preflight(
      String origin, String method, String path, String headers) {
    return walrelay.send(
        "OPTIONS",
        path,
        "Origin",
        origin,
        "Access-Control-Request-Method",
        method,
        "Access-Control-Request-Headers",
        headers);
  }

  private static List<String> list(HttpResponse<String> response, String header) {
    String value = response.headers().firstValue(header).orElse("");
    return Stream.of(value.split(",")).map(String::strip).toList();
  }

  @Test
  void keepsTokensOutOfLogsAndAnswers(CapturedOutput output) {
    String secret = "guess-0123456789";
    List<HttpResponse<String>> responses =
        List.of(
            walrelay.send("GET", "/v1/events", bearer(secret)),
            walrelay.send("GET", "/v1/events?access_token=" + secret),
            walrelay.send("GET", "/v1/events?nothing=1&access_token=" + READER),
            walrelay.send("GET", "/v1/subscriptions", bearer(READER)));
    assertThat(responses)
        .allSatisfy(
            response ->
                assertThat(response.headers() + response.body())
                    .doesNotContain(secret)
                    .doesNotContain(READER));
    assertThat(output).doesNotContain(secret).doesNotContain(READER);
  }

  @Test
  void countsStreamsInNoMetricOfRequests() {
    try (Stream<String> lines = walrelay.stream("")) {
      assertThat(lines.findFirst()).isPresent();
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> walrelay.metrics().contains("walrelay_sse_connections"));
    assertThat(walrelay.metrics()).doesNotContain("spring_security");
  }

  private static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  private static int status(String path, String token) {
    return walrelay.send("GET", path, bearer(token)).statusCode();
  }

  private static List<String> subjects(String token, String query) {
    HttpResponse<String> response =
        walrelay.send(
            "GET",
            "/v1/events?" + query,
            "Authorization",
            "Bearer " + token,
            "Accept",
            "application/x-ndjson");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response
        .body()
        .lines()
        .map(line -> subject(RunningWalrelay.JSON.readTree(line)))
        .toList();
  }

  private static String subject(JsonNode event) {
    return event.path(event.has("table") ? "table" : "prefix").stringValue();
  }

  private static String challenge(HttpResponse<String> response) {
    return response.headers().firstValue("WWW-Authenticate").orElse("");
  }

  private static JsonNode assertProblem(HttpResponse<String> response, int status, String detail) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    JsonNode problem = RunningWalrelay.JSON.readTree(response.body());
    assertThat(problem.path("status").intValue()).isEqualTo(status);
    assertThat(problem.path("detail").asString("")).contains(detail);
    return problem;
  }
}
