package dev.walrelay.ops;

import dev.walrelay.delivery.DeliveryObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * {@code walrelay_delivery_latency_seconds}: from commit to delivered, by channel; and {@code
 * walrelay_filter_errors_total}.
 */
public final class DeliveryLatency implements DeliveryObserver {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(5),
    Duration.ofHours(1)
  };

  private final MeterRegistry registry;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();

  /** Registers a timer for each channel. */
  public DeliveryLatency(MeterRegistry registry) {
    this.registry = registry;
    timers.put("sse", timer("sse"));
    timers.put("webhook", timer("webhook"));
  }

  @Override
  public void delivered(String channel, int events, long commitTimeMicros) {
    Instant now = Instant.now();
    long nowMicros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    // The source's clock may be ahead of ours.
    long latency = Math.max(0, nowMicros - commitTimeMicros);
    timers.computeIfAbsent(channel, this::timer).record(latency, TimeUnit.MICROSECONDS);
  }

  @Override
  public void filterFailed(String channel, String subscription) {
    Counter.builder("walrelay.filter.errors")
        .description("Events on which a filter expression failed, and which did not match for it.")
        .tag("channel", channel)
        .tag("subscription", subscription)
        .register(registry)
        .increment();
  }

  private Timer timer(String channel) {
    return Timer.builder("walrelay.delivery.latency")
        .description("From the commit to the delivery of its last event.")
        .tag("channel", channel)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
