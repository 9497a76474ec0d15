package dev.walrelay.deploy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Receivers of webhooks: {@code /200} and the like answer just that. */
final class Endpoints implements AutoCloseable {

  private final HttpServer server;

  private Endpoints(HttpServer server) {
    this.server = server;
  }

  static Endpoints start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(
                Integer.parseInt(exchange.getRequestURI().getPath().substring(1)), -1);
          }
        });
    server.start();
    return new Endpoints(server);
  }

  String url(int status) {
    return "http://127.0.0.1:%d/%d".formatted(server.getAddress().getPort(), status);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
