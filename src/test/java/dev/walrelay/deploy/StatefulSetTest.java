package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.FreePort;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The image, started with just the variables, arguments and mounts that the chart gives it. */
@EnabledOnOs(OS.LINUX)
@Order(1)
class StatefulSetTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private int port;
  private int management;

  @Test
  void runsFromItsFirstStartToItsEnd() throws Exception {
    Image image = Image.built();
    List<String> filesOfImage = image.files();
    try (TestDatabase database = TestServer.shared(18).database();
        Endpoints endpoints = Endpoints.start()) {
      database.execute("CREATE TABLE orders (id bigserial PRIMARY KEY)");
      Manifests manifests = Chart.render(values(database, endpoints));
      PodSpec spec = manifests.one(StatefulSet.class).getSpec().getTemplate().getSpec();
      Pod pod = Pod.of(spec, manifests, secrets(database), folder.resolve("volumes"));
      openToItsGroup(pod);
      try (Container container = start(image, pod)) {
        container.awaitOk(probe(pod.container().getStartupProbe()));
        container.awaitOk(probe(pod.container().getReadinessProbe()));
        container.awaitOk(probe(pod.container().getLivenessProbe()));
        assertThat(test(manifests)).isZero();

        String token = Files.readString(pod.mounted("/data").resolve("walrelay.db.token"));
        database.execute("INSERT INTO orders DEFAULT VALUES");
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(events(container, token.strip())).hasSize(1));
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(endpoints.tokens()).containsExactly("open sesame"));
        logsChangesOfStateAndNotEvents(container, database, token.strip());
        warnsOfATableWhoseUpdatesFail(container, database);

        try (HttpClient http = HttpClient.newHttpClient();
            Lines stream = new Lines(stream(http, token.strip()))) {
          stream.next(line -> line.startsWith("id:"));
          endsInTime(container, pod);
          stream.next(line -> line.startsWith("retry:"));
        }
      }
    }
    assertThat(image.files()).isEqualTo(filesOfImage);
  }

  private String values(TestDatabase database, Endpoints endpoints) throws Exception {
    port = FreePort.find();
    management = FreePort.find();
    return """
    settings: {slot: {name: %s}, sse: {heartbeat: 1s}}
    subscriptions: [{name: shop, url: '%s', headers: {X-Token: '${SHOP_TOKEN}'}}]
    security: {encryptionKey: {secret: vault}}
    logging: {format: logstash}
    preStopSeconds: 1
    openshift: true
    extraEnv:
      - {name: SERVER_PORT, value: '%d'}
      - {name: MANAGEMENT_SERVER_PORT, value: '%d'}
      - {name: SHOP_TOKEN, valueFrom: {secretKeyRef: {name: shop, key: token}}}
    """
        .formatted(database.name(), endpoints.url(200), port, management);
  }

  private static Map<String, Map<String, String>> secrets(TestDatabase database) {
    return Map.of(
        "walrelay-source",
        Map.of("url", database.url(), "username", database.user(), "password", database.password()),
        "vault",
        Map.of("key", Base64.getEncoder().encodeToString(new byte[32]) + "\n"),
        "shop",
        Map.of("token", "open sesame"));
  }

  private Container start(Image image, Pod pod) throws Exception {
    assertThat(pod.container().getCommand()).isEmpty();
    List<String> command = new ArrayList<>(asAnyUser(image));
    command.addAll(image.entrypoint());
    command.addAll(pod.container().getArgs());
    return Container.start(
        image, command, pod.environment(), pod.mounts(), folder.resolve("output.txt"));
  }

  /** As OpenShift does: a user that nobody knows, in group 0; where the one who tests may do so. */
  private static List<String> asAnyUser(Image image) throws Exception {
    List<String> asUser =
        List.of("setpriv", "--reuid=1000710000", "--regid=0", "--clear-groups", "--no-new-privs");
    List<String> command = new ArrayList<>(asUser);
    command.addAll(List.of("test", "-r", image.path("/app/walrelay.jar").toString()));
    command.addAll(List.of("-a", "-x", image.entrypoint().getFirst()));
    boolean may =
        System.getProperty("user.name").equals("root") && Tool.find("setpriv").isPresent();
    return may && new ProcessBuilder(command).start().waitFor() == 0 ? asUser : List.of();
  }

  /** What an fsGroup does to volumes. */
  private void openToItsGroup(Pod pod) throws Exception {
    List<Path> directories = new ArrayList<>(pod.mounts().values());
    directories.addAll(List.of(folder, folder.resolve("volumes")));
    for (Path directory : directories) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
    }
  }

  private URI probe(Probe probe) {
    assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("management");
    return URI.create("http://127.0.0.1:" + management + probe.getHttpGet().getPath());
  }

  /** What helm test would run. */
  private int test(Manifests manifests) throws Exception {
    var container =
        manifests
            .one(io.fabric8.kubernetes.api.model.Pod.class)
            .getSpec()
            .getContainers()
            .getFirst();
    assertThat(container.getEnv())
        .extracting(variable -> variable.getName())
        .containsExactly("HOST", "PORT");
    List<String> command = new ArrayList<>(container.getCommand());
    command.addAll(container.getArgs());
    ProcessBuilder process = new ProcessBuilder(command);
    process.environment().putAll(Map.of("HOST", "127.0.0.1", "PORT", "" + port));
    return process
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("test.txt").toFile())
        .start()
        .waitFor();
  }

  private List<String> events(Container container, String token) throws Exception {
    return container
        .get(
            URI.create("http://127.0.0.1:" + port + "/v1/events?from=earliest"),
            "Authorization",
            "Bearer " + token,
            "Accept",
            "application/x-ndjson")
        .body()
        .lines()
        .toList();
  }

  private InputStream stream(HttpClient http, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/events"))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "text/event-stream")
            .build();
    return http.send(request, BodyHandlers.ofInputStream()).body();
  }

  private void logsChangesOfStateAndNotEvents(
      Container container, TestDatabase database, String token) throws Exception {
    int before = container.log().size();
    for (int i = 0; i < 20; i++) {
      database.execute("INSERT INTO orders DEFAULT VALUES");
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(events(container, token)).hasSize(21));
    assertThat(messages(container).subList(before, container.log().size())).isEmpty();

    database.execute(
        "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = '%s'"
            .formatted(database.name()));
    database.execute("INSERT INTO orders DEFAULT VALUES");
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(events(container, token)).hasSize(22));
    assertThat(messages(container).subList(before, container.log().size()))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("Reading slot");
  }

  private static void warnsOfATableWhoseUpdatesFail(Container container, TestDatabase database) {
    database.execute("CREATE TABLE keyless (id int)");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(messages(container))
                    .last()
                    .asString()
                    .contains("makes every UPDATE and DELETE fail", ": public.keyless;"));
  }

  /** Every line is an object of JSON. */
  private static List<String> messages(Container container) throws Exception {
    List<String> messages = new ArrayList<>();
    for (String line : container.log()) {
      JsonNode entry = JsonMapper.shared().readTree(line);
      assertThat(entry.path("level").isString()).as(line).isTrue();
      messages.add(entry.path("message").stringValue());
    }
    return messages;
  }

  private static void endsInTime(Container container, Pod pod) throws Exception {
    long start = System.nanoTime();
    int status =
        new ProcessBuilder(pod.container().getLifecycle().getPreStop().getExec().getCommand())
            .start()
            .waitFor();
    Duration left =
        Duration.ofSeconds(pod.spec().getTerminationGracePeriodSeconds())
            .minusNanos(System.nanoTime() - start);
    container.terminate(left);

    assertThat(status).isZero();
    // 128 and SIGTERM's 15: it ended because of the signal, in an orderly way.
    assertThat(container.exitStatus()).isEqualTo(143);
    messages(container);
  }
}
