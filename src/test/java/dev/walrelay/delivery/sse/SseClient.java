package dev.walrelay.delivery.sse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads a stream as a browser does, but keeps the frames that a browser would not dispatch. */
final class SseClient implements AutoCloseable {

  /** The fields of one frame; a comment without its colon. */
  record Frame(
      @Nullable String id,
      @Nullable String event,
      @Nullable String data,
      @Nullable String retry,
      @Nullable String comment) {

    boolean isEvent() {
      return data != null;
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpResponse<InputStream> response;
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
  private final Future<?> reading;
  private volatile @Nullable String lastEventId;

  SseClient(HttpResponse<InputStream> response, ExecutorService threads) {
    this.response = response;
    this.reading = threads.submit(this::read);
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  /** What a browser would send when it comes back. */
  @Nullable String lastEventId() {
    return lastEventId;
  }

  /** The next frame of any kind. */
  Frame nextFrame() throws InterruptedException {
    Frame frame = frames.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (frame == null) {
      throw new AssertionError("no frame within " + PATIENCE);
    }
    return frame;
  }

  /** The next frame that carries an event. */
  Frame nextEvent() throws InterruptedException {
    Frame frame = nextFrame();
    while (!frame.isEvent()) {
      frame = nextFrame();
    }
    return frame;
  }

  /** Waits until the server has ended the stream properly. */
  void awaitEnd() throws Exception {
    try {
      reading.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the stream goes on", e);
    }
  }

  private @Nullable Void read() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      FrameBuilder frame = new FrameBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isEmpty()) {
          frame.field(line);
        } else {
          Frame complete = frame.build();
          if (complete.id() != null) {
            lastEventId = complete.id();
          }
          frames.add(complete);
          frame = new FrameBuilder();
        }
      }
      return null;
    }
  }

  /** Cuts the connection. */
  @Override
  public void close() throws IOException {
    response.body().close();
  }

  private static final class FrameBuilder {

    private @Nullable String id;
    private @Nullable String event;
    private @Nullable String data;
    private @Nullable String retry;
    private @Nullable String comment;

    void field(String line) {
      int colon = line.indexOf(':');
      String value = line.substring(colon + 1).replaceFirst("^ ", "");
      switch (line.substring(0, colon)) {
        case "id" -> id = value;
        case "event" -> event = value;
        case "data" -> data = data == null ? value : data + "\n" + value;
        case "retry" -> retry = value;
        case "" -> comment = value;
        default -> throw new IllegalArgumentException("not a field of an event stream: " + line);
      }
    }

    Frame build() {
      return new Frame(id, event, data, retry, comment);
    }
  }
}
