package dev.walrelay.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Takes everything that webhooks send, at as little cost as can be. */
final class Endpoint implements AutoCloseable {

  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;
  private final EventSink sink;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  private Endpoint(ServerSocket server, EventSink sink) {
    this.server = server;
    this.sink = sink;
  }

  static Endpoint open(EventSink sink) throws IOException {
    Endpoint endpoint =
        new Endpoint(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), sink);
    Thread.ofPlatform().name("endpoint").daemon().start(endpoint::accept);
    return endpoint;
  }

  String url() {
    return "http://127.0.0.1:%d/hook".formatted(server.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        Thread.ofPlatform().name("endpoint-connection").daemon().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // closed by this side
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      RequestParser requests = new RequestParser(socket.getInputStream(), sink);
      while (requests.next()) {
        out.write(OK);
      }
    } catch (IOException _) {
      // closed by either side
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
