package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service in this JVM, on free ports, over a test's database and folder. */
public final class RunningWalrelay implements AutoCloseable {

  /** For what it answers. */
  public static final JsonMapper JSON = JsonMapper.shared();

  /** The token of an admin. */
  public static final String TOKEN = "a-token-that-only-tests-know";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ConfigurableApplicationContext context;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningWalrelay(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts the service with a slot named after the database; settings go over the usual ones. */
  public static RunningWalrelay start(TestDatabase source, Path folder, String... settings) {
    return run(arguments(source, folder), settings);
  }

  /** The same with no token configured. */
  static RunningWalrelay startWithoutTokens(TestDatabase source, Path folder, String... settings) {
    return run(argumentsWithoutToken(source, folder), settings);
  }

  private static RunningWalrelay run(List<String> arguments, String... settings) {
    List<String> all = new ArrayList<>(arguments);
    for (String setting : settings) {
      String key = setting.substring(0, setting.indexOf('=') + 1);
      all.removeIf(argument -> argument.startsWith(key));
      all.add(setting);
    }
    return new RunningWalrelay(
        SpringApplication.run(WalrelayApplication.class, all.toArray(String[]::new)));
  }

  /** What a start needs beside the defaults. */
  public static List<String> arguments(TestDatabase source, Path folder) {
    List<String> arguments = new ArrayList<>(argumentsWithoutToken(source, folder));
    arguments.add("--walrelay.security.tokens[0].name=test");
    arguments.add("--walrelay.security.tokens[0].token=" + TOKEN);
    arguments.add("--walrelay.security.tokens[0].role=admin");
    return arguments;
  }

  private static List<String> argumentsWithoutToken(TestDatabase source, Path folder) {
    return List.of(
        "--server.port=0",
        "--management.server.port=0",
        "--spring.datasource.url=" + source.url(),
        "--spring.datasource.username=" + source.user(),
        "--spring.datasource.password=" + source.password(),
        "--walrelay.slot.name=" + source.name(),
        "--walrelay.log.path=" + folder.resolve("walrelay.db"));
  }

  URI uri(String pathAndQuery) {
    return URI.create("http://localhost:" + port() + pathAndQuery);
  }

  /** Where it answers. */
  public int port() {
    return port("local.server.port");
  }

  /** Where health and metrics are. */
  public int managementPort() {
    return port("local.management.port");
  }

  private int port(String property) {
    return Integer.parseInt(context.getEnvironment().getRequiredProperty(property));
  }

  /** One of its parts. */
  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** All events that the log holds, once there are that many. */
  public List<JsonNode> awaitEvents(int count) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> events("?from=earliest&limit=10000"), events -> events.size() >= count);
  }

  /** A page of events as NDJSON. */
  public List<JsonNode> events(String query) {
    HttpResponse<String> response = get(uri("/v1/events" + query), "application/x-ndjson");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body().lines().map(JSON::readTree).toList();
  }

  /** Opens a stream; its lines come as they come. */
  public Stream<String> stream(String query, String... headers) {
    HttpRequest.Builder request =
        authorized(uri("/v1/events" + query)).header("Accept", "text/event-stream");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request.build(), BodyHandlers.ofLines()).body();
  }

  /** The health of a component. */
  public JsonNode health(String component) {
    return JSON.readTree(get(management("/actuator/health"), "application/json").body())
        .path("components")
        .path(component);
  }

  /** Answers of the API. */
  public HttpResponse<String> get(String pathAndQuery) {
    return get(uri(pathAndQuery), "*/*");
  }

  /** Sends something that is accepted. */
  public String post(String path, String body) {
    HttpResponse<String> response =
        send(
            authorized(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body();
  }

  /** Sends a request as it is, without a token but that of its headers. */
  HttpResponse<String> send(String method, String pathAndQuery, String... headers) {
    return send(request(method, uri(pathAndQuery), headers), BodyHandlers.ofString());
  }

  /** The same to the management port. */
  HttpResponse<String> sendToManagement(String path, String... headers) {
    return send(request("GET", management(path), headers), BodyHandlers.ofString());
  }

  private static HttpRequest request(String method, URI uri, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
    return headers.length == 0 ? request.build() : request.headers(headers).build();
  }

  /** The metrics as Prometheus scrapes them. */
  public String metrics() {
    return get(management("/actuator/prometheus"), "text/plain").body();
  }

  /** The status of a health group, such as readiness. */
  int probe(String group) {
    return get(management("/actuator/health/" + group), "*/*").statusCode();
  }

  private URI management(String path) {
    return URI.create("http://localhost:" + managementPort() + path);
  }

  private HttpResponse<String> get(URI uri, String accept) {
    return send(authorized(uri).header("Accept", accept).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder authorized(URI uri) {
    return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + TOKEN);
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    context.close();
  }
}
