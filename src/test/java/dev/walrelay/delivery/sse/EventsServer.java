package dev.walrelay.delivery.sse;

import dev.walrelay.access.HttpAccess;
import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.ProblemAdvice;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.delivery.WebOnly;
import dev.walrelay.eventlog.EventLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** The endpoint over a log, on a port of its own, and a client that speaks to it. */
final class EventsServer implements AutoCloseable {

  private final ConfigurableApplicationContext context;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newBuilder().executor(threads).build();
  private final List<SseClient> streams = new ArrayList<>();

  private EventsServer(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts over the log, with properties like {@code walrelay.sse.heartbeat=1s}. */
  static EventsServer start(EventLog log, String... properties) {
    return start(log, DeliveryObserver.NONE, properties);
  }

  static EventsServer start(EventLog log, DeliveryObserver observer, String... properties) {
    return new EventsServer(
        new SpringApplicationBuilder(Beans.class)
            .initializers(
                context -> {
                  context.getBeanFactory().registerSingleton("eventLog", log);
                  context.getBeanFactory().registerSingleton("deliveryObserver", observer);
                })
            .properties(
                "spring.config.name=none",
                "server.port=0",
                "server.shutdown=graceful",
                "spring.threads.virtual.enabled=true",
                "spring.mvc.problemdetails.enabled=true",
                "spring.web.resources.add-mappings=false",
                "spring.main.banner-mode=off",
                "springdoc.api-docs.enabled=false",
                "springdoc.swagger-ui.enabled=false")
            .properties(properties)
            .run());
  }

  @SpringBootConfiguration
  @WebOnly
  static class Beans {

    @Bean
    StopSignal stopSignal() {
      return new StopSignal();
    }

    @Bean
    EventStreams eventStreams(
        EventLog log, Environment environment, StopSignal stop, DeliveryObserver observer) {
      long heartbeat = environment.getProperty("test.heartbeat-millis", Long.class, 15_000L);
      int max = environment.getProperty("test.max-connections", Integer.class, 10_000);
      return new EventStreams(log, Duration.ofMillis(heartbeat), max, stop, observer);
    }

    @Bean
    EventsController eventsController(EventLog log, EventStreams streams, StopSignal stop) {
      return new EventsController(log, streams, new EventPages(log, stop), stop);
    }

    @Bean
    SecurityFilterChain access(HttpSecurity http) {
      return new HttpAccess(List.of()).open(http);
    }

    @Bean
    ProblemAdvice problemAdvice() {
      return new ProblemAdvice();
    }

    @Bean
    StreamObservations streamObservations() {
      return new StreamObservations();
    }
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  int port() {
    return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
  }

  /** A request for a path and query, with names and values of headers. */
  HttpRequest request(String method, String target, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + target))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  /** A page of the kind, by a query like {@code ?from=earliest}. */
  HttpResponse<String> page(String mediaType, String query)
      throws IOException, InterruptedException {
    return send(request("GET", "/v1/events" + query, "Accept", mediaType));
  }

  /** An open stream, by a query like {@code ?from=earliest}; closed with this server. */
  SseClient stream(String query, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            request("GET", "/v1/events" + query, headers), (name, value) -> true);
    request.header("Accept", "text/event-stream");
    SseClient stream =
        new SseClient(client.send(request.build(), BodyHandlers.ofInputStream()), threads);
    streams.add(stream);
    return stream;
  }

  /** Shuts the service down, with whatever streams are open. */
  void stop() {
    context.close();
  }

  @Override
  public void close() throws IOException {
    for (SseClient stream : streams) {
      stream.close();
    }
    context.close();
    client.shutdownNow();
    threads.shutdownNow();
  }
}
