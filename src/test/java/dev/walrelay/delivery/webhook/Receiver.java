package dev.walrelay.delivery.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An endpoint over plain sockets, so that it can misbehave in every way. */
public final class Receiver implements AutoCloseable {

  private static final long DRIP_MILLIS = 20;

  private final ServerSocketFactory sockets;
  private final ServerSocket server;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<String> peers = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final boolean recording;
  private volatile Function<Request, Reply> replies;

  /** Answers as it is told to from the first request on, which may come at once. */
  private Receiver(
      ServerSocketFactory sockets, int port, boolean recording, Function<Request, Reply> replies)
      throws IOException {
    this.sockets = sockets;
    this.recording = recording;
    this.replies = replies;
    this.server = sockets.createServerSocket(port, 512, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public static Receiver start() throws IOException {
    return new Receiver(ServerSocketFactory.getDefault(), 0, true, request -> Reply.OK);
  }

  /** One that speaks TLS, with those only who prove who they are if it is to. */
  public static Receiver encrypted(SSLContext context, boolean wantsClient) throws IOException {
    Receiver receiver =
        new Receiver(context.getServerSocketFactory(), 0, true, request -> Reply.OK);
    ((SSLServerSocket) receiver.server).setNeedClientAuth(wantsClient);
    return receiver;
  }

  /** One that remembers nothing. */
  public static Receiver forgetful() throws IOException {
    return new Receiver(ServerSocketFactory.getDefault(), 0, false, request -> Reply.OK);
  }

  /**
   * Another one on the same port, after this one was closed, that answers the same. Until a
   * client's attempts to reach the closed port have ended, one of them may hold it.
   */
  Receiver reopen() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreException(BindException.class)
        .until(() -> new Receiver(sockets, port(), recording, replies), Objects::nonNull);
  }

  int port() {
    return server.getLocalPort();
  }

  public String url() {
    String scheme = server instanceof SSLServerSocket ? "https" : "http";
    return scheme + "://127.0.0.1:" + port() + "/hook";
  }

  /** Answers so from now on; called for each request, by several threads. */
  public Receiver replies(Function<Request, Reply> function) {
    replies = function;
    return this;
  }

  public Receiver replies(Reply reply) {
    return replies(request -> reply);
  }

  /** What came in, in the order in which it was complete. */
  public List<Request> requests() {
    return requests;
  }

  /** Of all deliveries. */
  public List<String> ids() {
    return requests.stream().map(Request::id).toList();
  }

  /** How many there were. */
  int connections() {
    return connections.get();
  }

  /** Who has proved to be somebody, once for each connection on which a request came. */
  public List<String> peers() {
    return peers;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        connections.incrementAndGet();
        if (closed.getCount() == 0) {
          // close() may have looked through the open ones just before.
          socket.close();
        } else {
          Thread.ofVirtual().start(() -> serve(socket));
        }
      }
    } catch (IOException _) {
      // It was closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
      boolean more = true;
      boolean proved = false;
      while (more) {
        Request request = read(in);
        if (request != null
            && !proved
            && socket instanceof SSLSocket encrypted
            && ((SSLServerSocket) server).getNeedClientAuth()) {
          peers.add(encrypted.getSession().getPeerPrincipal().getName());
          proved = true;
        }
        more = request != null && answer(request, socket);
      }
    } catch (IOException | InterruptedException _) {
      // The client went away, which some tests make it do.
    } finally {
      open.remove(socket);
    }
  }

  private boolean answer(Request request, Socket socket) throws IOException, InterruptedException {
    Reply reply = replies.apply(request);
    if (recording) {
      requests.add(request);
    }
    OutputStream out = socket.getOutputStream();
    out.write(reply.begin().getBytes(StandardCharsets.UTF_8));
    return switch (reply) {
      case Reply.Status _ -> true;
      case Reply.Broken broken -> misbehave(broken, socket, out);
      case Reply.Cut cut -> misbehave(cut.then(), socket, out);
    };
  }

  /** Ends the answer in no orderly way; there is none after it. */
  private boolean misbehave(Reply.Broken how, Socket socket, OutputStream out)
      throws IOException, InterruptedException {
    switch (how) {
      case HANG -> closed.await(1, TimeUnit.MINUTES);
      case RESET -> socket.setSoLinger(true, 0);
      case CLOSE -> {}
      case DRIP -> {
        while (!closed.await(DRIP_MILLIS, TimeUnit.MILLISECONDS)) {
          out.write('x');
        }
      }
      case FLOOD -> {
        byte[] chunk = "y".repeat(8192).getBytes(StandardCharsets.UTF_8);
        while (closed.getCount() > 0) {
          out.write(chunk);
        }
      }
    }
    return false;
  }

  private @Nullable Request read(InputStream in) throws IOException {
    String line = line(in);
    if (line.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    return body.length < length ? null : Request.of(line, headers, body);
  }

  static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(100);
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
