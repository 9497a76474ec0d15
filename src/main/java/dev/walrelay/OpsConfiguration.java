package dev.walrelay;

import dev.walrelay.delivery.sse.EventStreams;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.ops.DeliveryLatency;
import dev.walrelay.ops.EventLogHealthIndicator;
import dev.walrelay.ops.PublicationWatch;
import dev.walrelay.ops.ReplicationHealthIndicator;
import dev.walrelay.ops.SlotWatch;
import dev.walrelay.ops.StoredEvents;
import dev.walrelay.ops.WalrelayGauges;
import dev.walrelay.pipeline.Replication;
import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.replication.ReplicationSource;
import dev.walrelay.replication.SlotMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Health and metrics. */
@Configuration(proxyBeanMethods = false)
class OpsConfiguration {

  private static final Duration SLOT_INTERVAL = Duration.ofSeconds(2);
  private static final Duration PUBLICATION_INTERVAL = Duration.ofSeconds(5);

  @Bean
  SlotWatch slotWatch(DataSource source, WalrelayProperties properties, ReplicationStatus status) {
    return new SlotWatch(new SlotMonitor(source, properties.slot().name()), status);
  }

  @Bean
  SchedulingConfigurer slotWatching(SlotWatch watch) {
    return tasks -> tasks.addFixedDelayTask(watch::look, SLOT_INTERVAL);
  }

  @Bean
  SchedulingConfigurer publicationWatching(
      ReplicationSource replication, DataSource source, ReplicationStatus status) {
    PublicationWatch watch = new PublicationWatch(replication, source, status);
    return tasks -> tasks.addFixedDelayTask(watch::look, PUBLICATION_INTERVAL);
  }

  @Bean
  ReplicationHealthIndicator replicationHealthIndicator(
      ReplicationStatus status, SlotWatch watch, WalrelayProperties properties) {
    return new ReplicationHealthIndicator(status, watch, properties.slot().name());
  }

  @Bean
  EventLogHealthIndicator eventLogHealthIndicator(EventLog log, Replication replication) {
    return new EventLogHealthIndicator(log, replication);
  }

  @Bean
  WalrelayGauges walrelayGauges(
      ReplicationStatus status, SlotWatch watch, EventLog log, EventStreams streams) {
    return new WalrelayGauges(status, watch, log, streams);
  }

  @Bean
  StoredEvents storedEvents(MeterRegistry registry) {
    return new StoredEvents(registry);
  }

  @Bean
  DeliveryLatency deliveryLatency(MeterRegistry registry) {
    return new DeliveryLatency(registry);
  }
}
