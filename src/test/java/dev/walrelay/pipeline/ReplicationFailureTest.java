package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.SettableCatalog;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Isolated("looks at what is printed")
@ExtendWith(OutputCaptureExtension.class)
class ReplicationFailureTest {

  @TempDir private Path folder;

  @Test
  void goesOnAfterMemoryRanOut(CapturedOutput output) {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute("CREATE TYPE mood AS ENUM ('fine')", "CREATE TABLE t (mood mood)");
      try (Relay relay =
          Relay.start(folder, Relay.Options.of(database), new SettableCatalog().failing(error))) {
        database.execute("INSERT INTO t VALUES ('fine')");

        assertThat(relay.awaitStored(database).events()).hasSize(1);
        assertThat(output).contains("begins again at the last stored position");
      }
    }
  }
}
