package dev.walrelay.deploy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.walrelay.postgres.FreePort;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus that scrapes one service, as the chart's ServiceMonitor has it do, but oftener. */
final class Prometheus implements AutoCloseable {

  static final String JOB = "walrelay-management";

  private final ServerProcess process;
  private final int port;
  private final HttpClient http = HttpClient.newHttpClient();

  private Prometheus(ServerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  static Prometheus start(Path folder, int target) throws IOException {
    Tool prometheus = Tool.required("prometheus");
    writeRules(folder);
    Path config = folder.resolve("prometheus.yaml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 1s}
        rule_files: [rules.yaml]
        scrape_configs:
          - job_name: %s
            metrics_path: /actuator/prometheus
            static_configs:
              - targets: ['127.0.0.1:%d']
                labels: {namespace: %s}
        """
            .formatted(JOB, target, Chart.NAMESPACE));
    int port = FreePort.find();
    return new Prometheus(
        ServerProcess.start(
            folder,
            port,
            prometheus.command(
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=warn")),
        port);
  }

  /** Puts the chart's alerts into {@code rules.yaml}, as the operator would. */
  static void writeRules(Path folder) throws IOException {
    PrometheusRule rule = Chart.render("prometheusRule: {enabled: true}").one(PrometheusRule.class);
    Object groups = new ObjectMapper().convertValue(rule.getSpec().getGroups(), Object.class);
    Files.writeString(
        folder.resolve("rules.yaml"), Manifests.yaml().dump(Map.of("groups", groups)));
  }

  /** The series that an expression gives now. */
  JsonNode query(String expression) {
    return get("/api/v1/query?query=" + encoded(expression)).path("result");
  }

  /** The labels of all series of the service. */
  JsonNode series() {
    return get("/api/v1/series?match%5B%5D=" + encoded("{job=\"%s\"}".formatted(JOB)));
  }

  JsonNode alerts() {
    return get("/api/v1/alerts").path("alerts");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    try {
      String body = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
      JsonNode answer = JsonMapper.shared().readTree(body);
      if (!answer.path("status").stringValue("").equals("success")) {
        throw new IllegalStateException("Prometheus answers %s to %s".formatted(body, path));
      }
      return answer.path("data");
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
    process.close();
  }
}
