package dev.walrelay.chaos;

import dev.walrelay.RunningWalrelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many event streams, read by one thread: all that comes, and how late it is. */
final class OpenStreams implements AutoCloseable {

  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9A-F-]+)\"");
  private static final Pattern COMMIT_TIME = Pattern.compile("\"commit_time\":\"([^\"]+)\"");
  private static final int LINE = 2048;

  private final Selector selector = Selector.open();
  private final Collection<Stream> streams = new ArrayList<>();
  private final AtomicLong latest = new AtomicLong();
  private final AtomicLong arrived = new AtomicLong();
  private final Map<String, Integer> problems = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private OpenStreams() throws IOException {}

  /** Opens so many; each has an answer when this returns. */
  static OpenStreams open(int port, int count, String query) throws IOException {
    OpenStreams opened = new OpenStreams();
    for (int i = 0; i < count; i++) {
      opened.streams.add(new Stream(connect(port, query, 0)));
    }
    for (Stream stream : opened.streams) {
      stream.channel.configureBlocking(false);
      stream.channel.register(opened.selector, SelectionKey.OP_READ, stream);
    }
    Thread.ofPlatform().name("streams").daemon().start(opened::run);
    return opened;
  }

  /** Opens one that nobody reads further, with a small buffer, and waits for its answer's head. */
  static SocketChannel connect(int port, String query, int receiveBuffer) throws IOException {
    SocketChannel channel = SocketChannel.open();
    if (receiveBuffer > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
    }
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String request =
        "GET /v1/events?%s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                .formatted(query)
            + "Authorization: Bearer %s\r\n\r\n".formatted(RunningWalrelay.TOKEN);
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    ByteBuffer head = ByteBuffer.allocate("HTTP/1.1 200".length());
    while (head.hasRemaining()) {
      if (channel.read(head) < 0) {
        throw new IOException("the stream ended before its head");
      }
    }
    String status = StandardCharsets.US_ASCII.decode(head.flip()).toString();
    if (!status.endsWith("200")) {
      throw new IOException("not a stream but " + status);
    }
    return channel;
  }

  private void run() {
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    try {
      while (!closed) {
        selector.select(
            key -> {
              Stream stream = (Stream) key.attachment();
              if (!read(stream, bytes.clear())) {
                key.cancel();
              }
            },
            100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean read(Stream stream, ByteBuffer bytes) {
    try {
      if (stream.channel.read(bytes) < 0) {
        problem("a stream ended");
        return false;
      }
      bytes.flip();
      while (bytes.hasRemaining()) {
        stream.accept(bytes.get(), this);
      }
      return true;
    } catch (IOException e) {
      problem(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private void problem(String text) {
    if (!closed) {
      problems.merge(text, 1, Integer::sum);
    }
  }

  /** How many events came, on all streams together. */
  long arrived() {
    return arrived.get();
  }

  /** How long after its commit the latest event came since this was last asked. */
  Duration takeLatest() {
    return Duration.ofNanos(latest.getAndSet(0));
  }

  /** What went wrong and how often. */
  Map<String, Integer> problems() {
    return problems;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (Stream stream : streams) {
      stream.channel.close();
    }
    selector.close();
  }

  private static final class Stream {

    private final SocketChannel channel;
    private final StringBuilder line = new StringBuilder();
    private String last = "";

    Stream(SocketChannel channel) {
      this.channel = channel;
    }

    private void accept(byte next, OpenStreams all) {
      if (next != '\n') {
        if (line.length() < LINE) {
          line.append((char) next);
        }
        return;
      }
      String text = line.toString();
      line.setLength(0);
      if (text.startsWith("data:")) {
        event(text, all);
      }
    }

    private void event(String data, OpenStreams all) {
      Matcher time = COMMIT_TIME.matcher(data);
      Matcher id = ID.matcher(data);
      if (!time.find() || !id.find()) {
        all.problem("not an event: " + data);
        return;
      }
      if (id.group(1).compareTo(last) <= 0) {
        all.problem("out of order");
      }
      last = id.group(1);
      Duration late = Duration.between(Instant.parse(time.group(1)), Instant.now());
      all.latest.accumulateAndGet(late.toNanos(), Math::max);
      all.arrived.incrementAndGet();
    }
  }

  /** Streams that are read, but by few bytes a second each. */
  static final class Slow implements AutoCloseable {

    private static final int BYTES = 512;

    private final List<SocketChannel> channels = new ArrayList<>();
    private final Set<SocketChannel> dropped = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    static Slow open(int port, int count, String query) throws IOException {
      Slow slow = new Slow();
      for (int i = 0; i < count; i++) {
        SocketChannel channel = connect(port, query, 4096);
        channel.configureBlocking(false);
        slow.channels.add(channel);
      }
      Thread.ofPlatform().name("slow-streams").daemon().start(slow::run);
      return slow;
    }

    private void run() {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES);
      while (!closed) {
        for (SocketChannel channel : channels) {
          try {
            channel.read(bytes.clear());
          } catch (IOException e) {
            // The service may drop one that is too slow for it.
            dropped.add(channel);
          }
        }
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      }
    }

    /** How many were cut off. */
    int dropped() {
      return dropped.size();
    }

    @Override
    public void close() throws IOException {
      closed = true;
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
  }
}
