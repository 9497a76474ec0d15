package dev.walrelay.ops;

import dev.walrelay.delivery.webhook.WebhookObserver;
import dev.walrelay.delivery.webhook.Webhooks;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What webhooks do, by subscription; what is gone leaves no series behind. */
public final class WebhookMetrics implements WebhookObserver {

  private static final double NANOS = 1e9;
  private static final String SUBSCRIPTION = "subscription";
  private static final String DELIVERIES = "walrelay.webhook.deliveries";
  private static final List<String> OUTCOMES =
      List.of("delivered", "refused", "unreachable", "timeout", "blocked", "gone");

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1)
  };

  private final MeterRegistry registry;
  private final Supplier<Webhooks> webhooks;
  private final Timer attempts;

  /** Registers what does not depend on a subscription. */
  public WebhookMetrics(MeterRegistry registry, Supplier<Webhooks> webhooks) {
    this.registry = registry;
    this.webhooks = webhooks;
    this.attempts =
        Timer.builder("walrelay.webhook.delivery")
            .description("How long attempts take, whatever their outcome.")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  @Override
  public void added(String subscription) {
    OUTCOMES.forEach(outcome -> deliveries(subscription, outcome));
    gauge(
        "walrelay.subscription.lag.seconds",
        "Age of the first event that is not delivered.",
        subscription,
        () -> webhooks.get().lag(subscription).toNanos() / NANOS);
    gauge(
        "walrelay.dead.letters",
        "Deliveries that the endpoint has refused for good.",
        subscription,
        () -> webhooks.get().deadLetters(subscription));
    gauge(
        "walrelay.subscription.expired",
        "1 while events that were not delivered are no longer stored.",
        subscription,
        () -> webhooks.get().isExpired(subscription) ? 1 : 0);
    gauge(
        "walrelay.subscription.disabled",
        "1 while it is disabled, since its endpoint has said that it is gone.",
        subscription,
        () -> webhooks.get().isDisabled(subscription) ? 1 : 0);
  }

  private void gauge(String name, String description, String subscription, Supplier<Number> value) {
    Gauge.builder(name, value)
        .description(description)
        .tag(SUBSCRIPTION, subscription)
        .register(registry);
  }

  private Counter deliveries(String subscription, String outcome) {
    return Counter.builder(DELIVERIES)
        .description("Attempts by what came of them.")
        .tag(SUBSCRIPTION, subscription)
        .tag("outcome", outcome)
        .register(registry);
  }

  @Override
  public void removed(String subscription) {
    for (Meter meter : registry.getMeters()) {
      if (subscription.equals(meter.getId().getTag(SUBSCRIPTION))) {
        registry.remove(meter);
      }
    }
  }

  @Override
  public void attempted(String subscription, String outcome, Duration duration) {
    deliveries(subscription, outcome).increment();
    attempts.record(duration);
  }
}
