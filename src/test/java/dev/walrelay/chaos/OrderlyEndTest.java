package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Receiver;
import dev.walrelay.delivery.webhook.Reply;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A rolling update: the process is asked to end while streams and deliveries are on their way. */
@Isolated("is bound to times")
class OrderlyEndTest {

  private static final Duration STARTED = Duration.ofSeconds(90);
  private static final Duration ENDED = Duration.ofSeconds(10);
  private static final Pattern RETRY = Pattern.compile("(?m)^retry: ?\\d+$");

  @TempDir private Path folder;

  @Test
  void endsWithinTenSecondsAndGoesOnWhereItWas() throws IOException {
    try (TestDatabase database = TestServer.shared(18).database();
        Receiver receiver = Receiver.start().replies(Reply.Broken.HANG)) {
      database.execute("CREATE TABLE orders (id int PRIMARY KEY)");
      try (ServiceProcess service = start(database, receiver)) {
        service.awaitReadings(0, STARTED);
        CompletableFuture<String> reading =
            CompletableFuture.supplyAsync(() -> read(service.port()));
        SocketChannel stuck = OpenStreams.connect(service.port(), "from=earliest", 4096);
        database.execute("INSERT INTO orders SELECT i FROM generate_series(1, 50000) i");
        service.eventually("a delivery").until(() -> !receiver.requests().isEmpty());

        service.terminate(ENDED);

        assertThat(RETRY.matcher(reading.join()).find()).isTrue();
        assertThat(service.output()).doesNotContain("Exception");
        stuck.close();
      }
      String first = receiver.requests().getFirst().id();
      receiver.replies(Reply.OK);
      try (ServiceProcess service = start(database, receiver)) {
        service.eventually("the next").until(() -> receiver.ids().stream().distinct().count() > 10);
      }
      List<String> distinct = receiver.ids().stream().distinct().toList();
      assertThat(distinct).isSorted().startsWith(first);
    }
  }

  private ServiceProcess start(TestDatabase database, Receiver receiver) {
    List<String> arguments = new ArrayList<>(RunningWalrelay.arguments(database, folder));
    arguments.add("--walrelay.subscriptions[0].name=hook");
    arguments.add("--walrelay.subscriptions[0].url=" + receiver.url());
    arguments.add("--walrelay.subscriptions[0].start=earliest");
    return ServiceProcess.start(folder, "256m", arguments);
  }

  /** All of a stream up to its end. */
  private static String read(int port) {
    StringBuilder text = new StringBuilder();
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    try (SocketChannel stream = OpenStreams.connect(port, "from=earliest", 0)) {
      while (stream.read(bytes.clear()) >= 0) {
        text.append(StandardCharsets.ISO_8859_1.decode(bytes.flip()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
