package dev.walrelay.deploy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Receivers of webhooks: {@code /200} and the like answer just that. */
final class Endpoints implements AutoCloseable {

  private final HttpServer server;
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();

  private Endpoints(HttpServer server) {
    this.server = server;
  }

  static Endpoints start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Endpoints endpoints = new Endpoints(server);
    server.createContext("/", endpoints::answer);
    server.start();
    return endpoints;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      tokens.addAll(exchange.getRequestHeaders().getOrDefault("X-Token", List.of()));
      exchange.sendResponseHeaders(
          Integer.parseInt(exchange.getRequestURI().getPath().substring(1)), -1);
    }
  }

  /** What came in a header of that name. */
  Set<String> tokens() {
    return tokens;
  }

  String url(int status) {
    return "http://127.0.0.1:%d/%d".formatted(server.getAddress().getPort(), status);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
