package dev.walrelay.delivery.webhook;

import dev.walrelay.access.HttpAccess;
import dev.walrelay.delivery.ProblemAdvice;
import dev.walrelay.delivery.WebOnly;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The API over webhooks, on a port of its own, and a client that speaks to it. */
final class ApiServer implements AutoCloseable {

  static final String COST = "what pausing costs";

  private final ConfigurableApplicationContext context;
  private final HttpClient client = HttpClient.newHttpClient();

  private ApiServer(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static ApiServer start(Webhooks webhooks) {
    return new ApiServer(
        new SpringApplicationBuilder(Beans.class)
            .initializers(
                context -> context.getBeanFactory().registerSingleton("webhooks", webhooks))
            .properties(
                "spring.config.name=none",
                "server.port=0",
                "spring.threads.virtual.enabled=true",
                "spring.mvc.problemdetails.enabled=true",
                "spring.main.banner-mode=off")
            .run());
  }

  @SpringBootConfiguration
  @WebOnly
  static class Beans {

    @Bean
    SubscriptionsController subscriptionsController(Webhooks webhooks) {
      return new SubscriptionsController(webhooks, COST);
    }

    @Bean
    DeadLettersController deadLettersController(Webhooks webhooks) {
      return new DeadLettersController(webhooks);
    }

    @Bean
    SubscriptionProblems subscriptionProblems() {
      return new SubscriptionProblems();
    }

    /** Who may call is a matter of the whole service. */
    @Bean
    SecurityFilterChain access(HttpSecurity http) {
      return new HttpAccess(List.of()).open(http);
    }

    @Bean
    ProblemAdvice problemAdvice() {
      return new ProblemAdvice();
    }
  }

  /** An answer: its status and its JSON, missing if there is none. */
  record Reply(int status, String contentType, JsonNode json) {}

  Reply send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + context.getEnvironment().getRequiredProperty("local.server.port")
                        + "/v1/subscriptions"
                        + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    return new Reply(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.body().isEmpty()
            ? MissingNode.getInstance()
            : JsonMapper.shared().readTree(response.body()));
  }

  @Override
  public void close() {
    client.shutdownNow();
    context.close();
  }
}
