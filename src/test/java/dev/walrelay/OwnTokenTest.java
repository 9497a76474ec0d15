package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Without a configured token there is one all the same. */
@Isolated("looks at what is printed")
@ExtendWith(OutputCaptureExtension.class)
class OwnTokenTest {

  private static final Pattern SHOWN = Pattern.compile("shown only this once: (\\S+)");

  @TempDir private Path folder;

  @Test
  void isLoggedAtTheFirstStartAndKept(CapturedOutput output) throws Exception {
    Path file = folder.resolve("walrelay.db.token");
    try (TestDatabase database = TestServer.shared(18).database()) {
      String token;
      try (RunningWalrelay walrelay = RunningWalrelay.startWithoutTokens(database, folder)) {
        Matcher shown = SHOWN.matcher(output);
        assertThat(shown.find()).isTrue();
        token = shown.group(1);
        assertThat(status(walrelay, "/v1/events", token)).isEqualTo(200);
        assertThat(status(walrelay, "/v1/subscriptions", token)).isNotIn(401, 403);
        assertThat(status(walrelay, "/v1/events", token + "x")).isEqualTo(401);
      }
      for (String name : List.of("walrelay.db.token", "walrelay.db.key")) {
        assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
            .isEqualTo("rw-------");
      }
      assertThat(file).hasContent(token + "\n");
      int logged = output.length();
      try (RunningWalrelay walrelay = RunningWalrelay.startWithoutTokens(database, folder)) {
        assertThat(status(walrelay, "/v1/events", token)).isEqualTo(200);
        assertThat(output.toString().substring(logged))
            .contains(file.toString())
            .doesNotContain(token);
      }
    }
  }

  @Test
  void isNotNeededWhereAccessControlIsOff(CapturedOutput output) {
    try (TestDatabase database = TestServer.shared(18).database();
        RunningWalrelay walrelay =
            RunningWalrelay.startWithoutTokens(
                database, folder, "--walrelay.security.enabled=false")) {
      assertThat(walrelay.send("GET", "/v1/events").statusCode()).isEqualTo(200);
      assertThat(walrelay.send("GET", "/v1/events", "Authorization", "Bearer old").statusCode())
          .isEqualTo(200);
      assertThat(folder.resolve("walrelay.db.token")).doesNotExist();
      assertThat(output).contains("Access control is off");
    }
  }

  private static int status(RunningWalrelay walrelay, String path, String token) {
    return walrelay.send("GET", path, "Authorization", "Bearer " + token).statusCode();
  }
}
