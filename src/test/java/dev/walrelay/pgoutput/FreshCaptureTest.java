package dev.walrelay.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the files of golden messages to what servers send today. To write them anew: {@code mvn
 * test -Dtest=FreshCaptureTest -Dbuild.capture=true}, after which the exact values in {@link
 * GoldenMessagesTest} have to follow.
 */
class FreshCaptureTest {

  private static final boolean REWRITE = Boolean.getBoolean("build.capture");

  @ParameterizedTest
  @MethodSource("dev.walrelay.pgoutput.GoldenMessages#versions")
  void serversSendWhatTheFilesHold(int version) throws SQLException, IOException {
    List<GoldenMessage> fresh = Capture.all(TestServer.shared(version));
    if (REWRITE) {
      GoldenMessages.write(version, fresh);
    }
    assertThat(texts(fresh)).isEqualTo(texts(GoldenMessages.of(version)));
  }

  private static List<String> texts(List<GoldenMessage> messages) {
    return GoldenMessages.standing(messages).stream()
        .map(standing -> standing.golden().scenario() + " " + MessageText.of(standing.decode()))
        .toList();
  }
}
