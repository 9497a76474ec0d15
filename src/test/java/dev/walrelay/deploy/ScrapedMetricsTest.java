package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus scrapes the service while it stores, delivers and streams. */
class ScrapedMetricsTest {

  @TempDir private static Path folder;
  @TempDir private static Path logFolder;

  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static RunningWalrelay walrelay;
  private static Prometheus prometheus;

  @BeforeAll
  static void start() throws Exception {
    Tool.required("prometheus");
    TestDatabase database = opened(TestServer.shared(18).database());
    database.execute("CREATE TABLE orders (id bigserial PRIMARY KEY)");
    Endpoints endpoints = opened(Endpoints.start());
    walrelay =
        opened(
            RunningWalrelay.start(
                database,
                logFolder,
                "--walrelay.subscriptions[0].name=works",
                "--walrelay.subscriptions[0].url=" + endpoints.url(200),
                "--walrelay.subscriptions[1].name=refuses",
                "--walrelay.subscriptions[1].url=" + endpoints.url(400),
                "--walrelay.subscriptions[1].retry.max-attempts=1",
                "--walrelay.subscriptions[2].name=gone",
                "--walrelay.subscriptions[2].url=" + endpoints.url(410)));
    opened(walrelay.stream(""));
    prometheus = opened(Prometheus.start(folder, walrelay.managementPort()));
    Thread writing = Thread.ofVirtual().start(() -> write(database));
    OPEN.add(
        () -> {
          writing.interrupt();
          writing.join();
        });
    System.gc(); // The time that it takes is on the dashboard.
  }

  private static <T extends AutoCloseable> T opened(T resource) {
    OPEN.add(resource);
    return resource;
  }

  private static void write(TestDatabase database) {
    try {
      while (true) {
        database.execute("INSERT INTO orders DEFAULT VALUES");
        Thread.sleep(100);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable resource : OPEN.reversed()) {
      resource.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "walrelay_replication_lag_bytes >= 0",
        "walrelay_replication_lag_seconds >= 0",
        "walrelay_replication_retained_bytes >= 0",
        "walrelay_replication_connected == 1",
        "walrelay_events_total{op='insert'} > 0",
        "walrelay_transactions_total > 0",
        "walrelay_log_size_bytes > 0",
        "walrelay_webhook_deliveries_total{subscription='works',outcome='delivered'} > 0",
        "walrelay_webhook_deliveries_total{subscription='refuses',outcome='refused'} > 0",
        "walrelay_webhook_deliveries_total{subscription='gone',outcome='gone'} == 1",
        "walrelay_webhook_delivery_seconds_count > 0",
        "walrelay_webhook_delivery_seconds_bucket{le='+Inf'} > 0",
        "walrelay_subscription_lag_seconds{subscription='works'} >= 0",
        "walrelay_subscription_lag_seconds{subscription='gone'} > 0",
        "walrelay_subscription_disabled{subscription='gone'} == 1",
        "walrelay_subscription_expired{subscription='gone'} == 0",
        "walrelay_dead_letters{subscription='refuses'} > 0",
        "walrelay_dead_letters{subscription='works'} == 0",
        "walrelay_sse_connections == 1",
        "walrelay_delivery_latency_seconds_bucket{channel='sse',le='+Inf'} > 0",
        "walrelay_delivery_latency_seconds_bucket{channel='webhook',le='+Inf'} > 0",
        "disk_free_bytes / disk_total_bytes > 0"
      })
  void areInPrometheus(String expression) {
    eventually().untilAsserted(() -> assertThat(prometheus.query(expression)).isNotEmpty());
  }

  @Test
  void fillEveryPanelOfTheDashboard() {
    List<String> queries = dashboardQueries();

    assertThat(queries).hasSizeGreaterThan(20);
    eventually()
        .untilAsserted(
            () ->
                assertThat(queries)
                    .allSatisfy(query -> assertThat(values(query)).as(query).isNotEmpty()));
  }

  /** The values that Grafana would draw; what is not a number it leaves out. */
  private static List<String> values(String query) {
    String filled = query.replace("$__rate_interval", "5s").replace("$job", ".*");
    return prometheus
        .query(filled)
        .valueStream()
        .map(series -> series.path("value").path(1).stringValue())
        .filter(value -> !value.equals("NaN"))
        .toList();
  }

  private static List<String> dashboardQueries() {
    String file =
        Chart.render("dashboard: {enabled: true}").file("walrelay-dashboard", "walrelay.json");
    JsonNode dashboard = JsonMapper.shared().readTree(file);
    return dashboard
        .path("panels")
        .valueStream()
        .flatMap(panel -> panel.path("targets").valueStream())
        .map(target -> target.path("expr").stringValue())
        .toList();
  }

  @Test
  void raiseTheAlertsOfTheChart() {
    eventually()
        .untilAsserted(
            () ->
                assertThat(prometheus.alerts().valueStream().map(ScrapedMetricsTest::summary))
                    .containsExactlyInAnyOrder(
                        "firing: The endpoint of subscription refuses refuses events.",
                        "pending: Subscription gone is disabled and delivers nothing."));
  }

  private static String summary(JsonNode alert) {
    return alert.path("state").stringValue()
        + ": "
        + alert.path("annotations").path("summary").stringValue();
  }

  @Test
  void haveNoLabelThatGrowsWithWhatIsAsked() {
    Stream.of("/", "/v1/events?from=earliest&limit=1", "/v1/subscriptions/none", "/nowhere/0")
        .forEach(walrelay::get);
    eventually()
        .untilAsserted(
            () ->
                assertThat(prometheus.query("http_server_requests_seconds_count{status='404'}"))
                    .isNotEmpty());
    int before = prometheus.series().size();

    for (int i = 0; i < 100; i++) {
      walrelay.get("/nowhere/" + i);
      walrelay.get("/v1/subscriptions/none-" + i);
      walrelay.get("/v1/events?from=earliest&limit=" + (i + 1));
    }
    eventually()
        .untilAsserted(
            () ->
                assertThat(prometheus.query("sum(http_server_requests_seconds_count) > 300"))
                    .isNotEmpty());

    assertThat(prometheus.series().size() - before).isLessThan(20);
    assertThat(prometheus.series().valueStream())
        .allSatisfy(
            series ->
                assertThat(
                        series.propertyStream().filter(label -> !label.getKey().equals("instance")))
                    .extracting(label -> label.getValue().stringValue())
                    .noneMatch(value -> value.matches(".*(://|127\\.0\\.0\\.1|[?]).*")));
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100));
  }
}
