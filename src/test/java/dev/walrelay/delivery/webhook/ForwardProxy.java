package dev.walrelay.delivery.webhook;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A proxy that takes every name for the same server on this machine: what it is asked for can't
 * have been looked up by anybody else.
 */
public final class ForwardProxy implements AutoCloseable {

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> credentials = new CopyOnWriteArrayList<>();
  private volatile int target;
  private volatile @Nullable String refusal;

  private ForwardProxy() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public static ForwardProxy start() throws IOException {
    return new ForwardProxy();
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Where everything goes. */
  public ForwardProxy to(Receiver receiver) {
    target = receiver.port();
    return this;
  }

  /** Answers with a status and goes nowhere; null ends that. */
  void refuse(@Nullable String status) {
    refusal = status;
  }

  /** The first lines of the requests that it got. */
  public List<String> asked() {
    return asked;
  }

  /** What came in Proxy-Authorization, in each request that had it. */
  public List<String> credentials() {
    return credentials;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // It was closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      List<String> head = head(in);
      while (!head.isEmpty()) {
        String line = head.getFirst();
        asked.add(line);
        head.stream()
            .filter(header -> header.startsWith("Proxy-Authorization: "))
            .forEach(header -> credentials.add(header.substring(header.indexOf(' ') + 1)));
        String refused = refusal;
        if (refused != null) {
          in.readNBytes(length(head));
          client
              .getOutputStream()
              .write(bytes("HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n".formatted(refused)));
          if (refused.startsWith("200 ")) {
            // It has connected, as it says, and goes away.
            return;
          }
        } else if (line.startsWith("CONNECT ")) {
          tunnel(in, client);
          return;
        } else {
          forward(head, in, client.getOutputStream());
        }
        head = head(in);
      }
    } catch (IOException _) {
      // One of both has gone.
    }
  }

  private void tunnel(InputStream in, Socket client) throws IOException {
    try (Socket endpoint = new Socket(InetAddress.getLoopbackAddress(), target)) {
      open.add(endpoint);
      client.getOutputStream().write(bytes("HTTP/1.1 200 Connected\r\n\r\n"));
      Thread back = Thread.ofVirtual().start(() -> copy(endpoint, client));
      in.transferTo(endpoint.getOutputStream());
      endpoint.shutdownOutput();
      back.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException _) {
      // One of both has gone.
    }
  }

  /** Passes on one request, without what was for the proxy, and its answer. */
  private void forward(List<String> head, InputStream in, OutputStream out) throws IOException {
    byte[] body = in.readNBytes(length(head));
    try (Socket endpoint = new Socket(InetAddress.getLoopbackAddress(), target)) {
      StringBuilder request = new StringBuilder(head.getFirst()).append("\r\n");
      head.stream()
          .skip(1)
          .filter(header -> !header.startsWith("Proxy-"))
          .forEach(header -> request.append(header).append("\r\n"));
      endpoint.getOutputStream().write(bytes(request.append("\r\n").toString()));
      endpoint.getOutputStream().write(body);
      List<String> answer = head(endpoint.getInputStream());
      out.write(bytes(String.join("\r\n", answer) + "\r\n\r\n"));
      out.write(endpoint.getInputStream().readNBytes(length(answer)));
    }
  }

  private static int length(List<String> head) {
    return head.stream()
        .filter(header -> header.regionMatches(true, 0, "Content-Length:", 0, 15))
        .mapToInt(header -> Integer.parseInt(header.substring(15).strip()))
        .findFirst()
        .orElse(0);
  }

  private static List<String> head(InputStream in) throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    for (String line = Receiver.line(in); !line.isEmpty(); line = Receiver.line(in)) {
      lines.add(line);
    }
    return lines;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
