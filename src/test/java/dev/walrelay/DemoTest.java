package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.demo.DemoConfiguration;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The first minute of a newcomer: what the demonstration prints can be typed as it is. */
@ResourceLock(Resources.SYSTEM_OUT) // which others may print to, but not look at meanwhile
@ExtendWith(OutputCaptureExtension.class)
class DemoTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^ +(curl -N .*)$");

  @TempDir private Path folder;

  @Test
  void printsACommandThatShowsEvents(CapturedOutput output) throws Exception {
    SpringApplication.Running running =
        SpringApplication.from(WalrelayApplication::main)
            .with(DemoConfiguration.class)
            .run(
                "--server.port=0",
                "--management.server.port=0",
                "--walrelay.log.path=" + folder.resolve("walrelay.db"));
    try (ConfigurableApplicationContext context = running.getApplicationContext()) {
      assertThat(context.isActive()).isTrue();
      await().until(() -> COMMAND.matcher(output).find());
      Matcher command = COMMAND.matcher(output);
      assertThat(command.find()).isTrue();

      assertThat(firstEvent(command.group(1))).contains("\"table\":\"orders\"");
    }
  }

  private static String firstEvent(String command) throws Exception {
    Process curl =
        new ProcessBuilder(List.of("sh", "-c", "exec " + command))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = curl.inputReader(StandardCharsets.UTF_8)) {
      return await()
          .atMost(Duration.ofSeconds(30))
          .until(lines::readLine, line -> line != null && line.startsWith("data:"));
    } finally {
      curl.destroy();
    }
  }
}
