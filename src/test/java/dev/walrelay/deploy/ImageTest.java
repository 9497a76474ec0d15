package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.FreePort;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The Dockerfile, every step of it done in a plain directory, and started from there. */
@EnabledOnOs(OS.LINUX)
@Order(3)
class ImageTest {

  private static final Pattern STARTED =
      Pattern.compile("Started .* \\(process running for (.*)\\)");

  @TempDir private Path folder;

  private static Image image;

  @BeforeAll
  static void build() throws Exception {
    image = Image.built();
  }

  @Test
  void holdsTheServiceItsLibrariesAndTheCacheAndNothingElse() throws IOException {
    try (Stream<Path> files = Files.list(image.workDirectory())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("walrelay.jar", "walrelay.aot", "lib", "native");
    }
    assertThat(image.path("/app/native")).isDirectoryContaining("glob:**/libsqlitejdbc.so");
    assertThat(image.path("/app/native")).isDirectoryContaining("glob:**/libzstd-jni.so");
    assertThat(image.path("/data")).isEmptyDirectory();
    assertThat(Files.getPosixFilePermissions(image.path("/data")))
        .contains(PosixFilePermission.GROUP_WRITE);
    assertThat(image.owner("/")).endsWith(":0");
    assertThat(image.user()).matches("[1-9]\\d*:[1-9]\\d*");
  }

  @Test
  void startsWithLessEffortFromItsCacheAndWritesOnlyWhereItMay(TestReporter report)
      throws Exception {
    List<String> before = image.files();

    Duration with = start("on", report);
    Duration without = start("off", report);

    assertThat(with).isLessThan(without);
    assertThat(image.files()).isEqualTo(before);
  }

  /** Returns the processor time that it took; that of the clock depends on who else is busy. */
  private Duration start(String cache, TestReporter report) throws Exception {
    int port = FreePort.find();
    int management = FreePort.find();
    List<String> command = new ArrayList<>(image.entrypoint());
    Path temporary = Files.createDirectories(folder.resolve(cache + "-tmp"));
    command.addAll(1, List.of("-XX:AOTMode=" + cache, "-Djava.io.tmpdir=" + temporary));
    try (TestDatabase database = TestServer.shared(18).database();
        Container container =
            Container.start(
                image,
                command,
                Variables.of(database, port, management),
                Map.of("/data", Files.createDirectories(folder.resolve(cache))),
                folder.resolve(cache + ".txt"))) {
      container.awaitOk(
          URI.create("http://127.0.0.1:%d/actuator/health/readiness".formatted(management)));
      Duration effort = container.processorTime();
      report.publishEntry(
          "AOT cache " + cache,
          "%s s, processor %s s".formatted(seconds(container), effort.toMillis() / 1000.0));
      assertThat(healthCheck(management)).isZero();
      assertThat(healthCheck(FreePort.find())).isNotZero();
      // Where temporary files must not be executed, libraries could not be unpacked.
      assertThat(temporary).isDirectoryNotContaining("regex:.*\\.so(\\..*)?");
      return effort;
    }
  }

  private static String seconds(Container container) throws IOException {
    Matcher started = STARTED.matcher(String.join("\n", container.log()));
    assertThat(started.find()).isTrue();
    return started.group(1);
  }

  private static int healthCheck(int port) throws IOException, InterruptedException {
    ProcessBuilder check = new ProcessBuilder(image.healthCheck());
    check.environment().put("MANAGEMENT_SERVER_PORT", "" + port);
    return check
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
