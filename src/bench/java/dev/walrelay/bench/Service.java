package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.ServiceProcess;
import dev.walrelay.bench.process.Slot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The whole service as a process. */
final class Service implements AutoCloseable {

  static final String TOKEN = "a-token-that-only-the-benchmark-knows";

  private final HttpClient http = HttpClient.newHttpClient();
  private final ChildProcess process;
  private final int port;

  private Service(ChildProcess process) {
    this.process = process;
    this.port = Integer.parseInt(process.greeting());
  }

  /** Returns when it can be asked over HTTP; it does not read its slot yet. */
  static Service launch(Slot slot, Path folder, List<String> settings) throws IOException {
    return launch(Jvm.SMALL, slot, folder, settings);
  }

  static Service launch(Jvm jvm, Slot slot, Path folder, List<String> settings) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--management.server.port=0",
                "--spring.datasource.url=" + slot.url(),
                "--spring.datasource.username=" + slot.user(),
                "--spring.datasource.password=" + slot.password(),
                "--walrelay.slot.name=" + slot.name(),
                "--walrelay.slot.create=false",
                "--walrelay.publication.name=" + slot.publication(),
                "--walrelay.log.path=" + folder.resolve("walrelay.db"),
                "--walrelay.security.tokens[0].name=bench",
                "--walrelay.security.tokens[0].role=admin",
                "--walrelay.security.tokens[0].token=" + TOKEN));
    arguments.addAll(settings);
    return new Service(ChildProcess.start(jvm, folder, ServiceProcess.class, arguments));
  }

  int port() {
    return port;
  }

  /** Begins to read the slot, and to measure. */
  void start() throws IOException {
    process.ask(ServiceProcess.START);
  }

  /** Begins to measure anew; returns how many events are stored. */
  long mark() throws IOException {
    return Long.parseLong(process.ask(ServiceProcess.MARK));
  }

  /** Makes a webhook subscription to one table. */
  void subscribe(String name, String url, String table) throws IOException, InterruptedException {
    String subscription =
        """
        {"name": "%s", "url": "%s", "tables": ["%s"]}"""
            .formatted(name, url, table);
    send(HttpRequest.newBuilder().POST(BodyPublishers.ofString(subscription)), "");
  }

  void unsubscribe(String name) throws IOException, InterruptedException {
    send(HttpRequest.newBuilder().DELETE(), "/" + name);
  }

  private void send(HttpRequest.Builder request, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d/v1/subscriptions%s".formatted(port, path));
    HttpResponse<String> response =
        http.send(
            request
                .uri(uri)
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          "%s was answered with %d: %s".formatted(uri, response.statusCode(), response.body()));
    }
  }

  /** Returns when so many events are stored. */
  void awaitStored(long events) throws IOException {
    process.ask(ServiceProcess.AWAIT + events);
  }

  Figures figures() throws IOException {
    return process.figures(ServiceProcess.FIGURES);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    http.close();
    process.close();
  }
}
