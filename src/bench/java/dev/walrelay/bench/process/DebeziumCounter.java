package dev.walrelay.bench.process;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Counts the peer's events, from when its task runs, and throws them away. */
final class DebeziumCounter
    implements DebeziumEngine.ChangeConsumer<ChangeEvent<String, String>>,
        DebeziumEngine.ConnectorCallback {

  private static final String CONTENT = "\"content\":\"";

  private final long expected;
  private final CompletableFuture<Figures> figures;
  private volatile @Nullable Meter meter;
  private long events;

  DebeziumCounter(long expected, CompletableFuture<Figures> figures) {
    this.expected = expected;
    this.figures = figures;
  }

  @Override
  public void taskStarted() {
    meter = Meter.start();
  }

  @Override
  public void handleBatch(
      List<ChangeEvent<String, String>> records,
      RecordCommitter<ChangeEvent<String, String>> committer)
      throws InterruptedException {
    events += records.size();
    Meter started = meter;
    if (events >= expected && started != null) {
      Figures stopped = started.stop(events, 0, number(records.getLast().value()));
      figures.complete(stopped);
    }
    for (ChangeEvent<String, String> event : records) {
      committer.markProcessed(event);
    }
    committer.markBatchFinished();
  }

  /** A message's content is base64 there. */
  private static long number(String event) {
    int content = event.indexOf(CONTENT);
    byte[] json =
        content < 0
            ? event.getBytes(StandardCharsets.UTF_8)
            : Base64.getDecoder()
                .decode(
                    event.substring(
                        content + CONTENT.length(),
                        event.indexOf('"', content + CONTENT.length())));
    return LastNumber.inJson(json, 0, json.length);
  }
}
