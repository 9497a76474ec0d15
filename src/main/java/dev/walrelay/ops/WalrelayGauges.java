package dev.walrelay.ops;

import dev.walrelay.delivery.sse.EventStreams;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.pipeline.ReplicationStatus.State;
import dev.walrelay.replication.SlotStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What can be read off at any moment. A value that is not known is not a number. */
public final class WalrelayGauges implements MeterBinder {

  private static final double NANOS = 1e9;

  private final ReplicationStatus status;
  private final SlotWatch watch;
  private final EventLog log;
  private final EventStreams streams;

  /** Gauges over these parts of the service. */
  public WalrelayGauges(
      ReplicationStatus status, SlotWatch watch, EventLog log, EventStreams streams) {
    this.status = status;
    this.watch = watch;
    this.log = log;
    this.streams = streams;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(
        registry,
        "walrelay.replication.lag.bytes",
        "WAL that the slot has not been confirmed up to.",
        () -> seen(SlotStatus::lagBytes));
    gauge(
        registry,
        "walrelay.replication.retained.bytes",
        "WAL that the server keeps on its disk because of the slot.",
        () -> seen(SlotStatus::retainedBytes));
    gauge(
        registry,
        "walrelay.replication.lag.seconds",
        "How long what is stored lies behind what was committed.",
        () -> status.lag().toNanos() / NANOS);
    gauge(
        registry,
        "walrelay.replication.connected",
        "1 while the slot is being read.",
        () -> status.situation().state() == State.STREAMING ? 1 : 0);
    gauge(
        registry,
        "walrelay.log.size.bytes",
        "What the stored events take on disk.",
        log::sizeBytes);
    gauge(registry, "walrelay.sse.connections", "Open streams.", streams::connections);
  }

  private double seen(ToDoubleFunction<SlotStatus> value) {
    return watch.latest().map(value::applyAsDouble).orElse(Double.NaN);
  }

  private static void gauge(
      MeterRegistry registry, String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }
}
