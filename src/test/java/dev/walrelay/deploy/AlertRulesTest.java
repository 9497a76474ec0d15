package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart's alerts, held against series that were made up for them by Prometheus's own tool. */
class AlertRulesTest {

  private static final Path TESTS = Path.of("src/test/resources/prometheus/alerts.yaml");
  private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");

  @TempDir private Path folder;

  @Test
  void areWhatPrometheusTakes() throws Exception {
    Tool promtool = Tool.required("promtool");
    Prometheus.writeRules(folder);

    Tool.Output output = promtool.run(folder, "check", "rules", "rules.yaml");

    assertThat(output.status()).as(output.text()).isZero();
    assertThat(output.text()).contains("8 rules found");
  }

  @Test
  void fireWhenSomethingIsWrongAndOnlyThen() throws Exception {
    Tool promtool = Tool.required("promtool");
    Prometheus.writeRules(folder);
    Files.copy(TESTS, folder.resolve("alerts.yaml"));

    Tool.Output output = promtool.run(folder, "test", "rules", "alerts.yaml");

    assertThat(output.status()).as(output.text()).isZero();
  }

  @Test
  void areTestedOneAndAll() throws IOException {
    Prometheus.writeRules(folder);

    assertThat(
            ALERT
                .matcher(Files.readString(folder.resolve("rules.yaml")))
                .results()
                .map(result -> result.group(1)))
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(Files.readString(TESTS)).contains("\"" + alert + "\""));
  }
}
