package dev.walrelay;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.pipeline.ConfirmPolicy;
import dev.walrelay.pipeline.JdbcCatalog;
import dev.walrelay.pipeline.Replication;
import dev.walrelay.pipeline.ReplicationStatus;
import dev.walrelay.pipeline.StoredListener;
import dev.walrelay.replication.PublicationSettings;
import dev.walrelay.replication.ReplicationSource;
import dev.walrelay.replication.SlotSettings;
import dev.walrelay.replication.SourceSettings;
import dev.walrelay.transaction.SpillDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From the source database into the log. */
@Configuration(proxyBeanMethods = false)
class ReplicationConfiguration {

  @Bean
  ReplicationSource replicationSource(
      JdbcConnectionDetails connection, WalrelayProperties properties) {
    WalrelayProperties.Slot slot = properties.slot();
    WalrelayProperties.Publication publication = properties.publication();
    return new ReplicationSource(
        new SourceSettings(
            jdbcUrl(connection),
            Objects.requireNonNullElse(connection.getUsername(), ""),
            Objects.requireNonNullElse(connection.getPassword(), ""),
            new SlotSettings(
                slot.name(), slot.create(), slot.failover(), slot.twoPhase(), slot.onLoss()),
            new PublicationSettings(
                publication.name(),
                publication.create(),
                publication.tables(),
                publication.generatedColumns(),
                publication.viaPartitionRoot(),
                publication.origin())));
  }

  private static String jdbcUrl(JdbcConnectionDetails connection) {
    try {
      return connection.getJdbcUrl();
    } catch (BeanCreationException e) {
      throw new MissingSourceException(e);
    }
  }

  @Bean
  ReplicationStatus replicationStatus(Clock clock) {
    return new ReplicationStatus(clock);
  }

  @Bean
  Catalog catalog(DataSource source) {
    return new JdbcCatalog(source);
  }

  /** Beside the log, whose lock also says that no other process uses it. */
  @Bean
  SpillDirectory spillDirectory(WalrelayProperties properties, EventLog log) {
    Path path = properties.log().path();
    return SpillDirectory.open(
        path.resolveSibling(path.getFileName() + ".spill"),
        properties.transaction().memory().toBytes());
  }

  @Bean
  Replication replication(
      ReplicationSource source,
      EventLog log,
      SpillDirectory spill,
      WalrelayProperties properties,
      Catalog catalog,
      ReplicationStatus status,
      StoredListener listener,
      ConfirmPolicy policy) {
    JsonSettings json = new JsonSettings(properties.json().numeric(), properties.json().int8());
    return new Replication(
        source, log, spill, properties.log().adopt(), json, catalog, status, listener, policy);
  }

  @Bean
  ReplicationLifecycle replicationLifecycle(Replication replication) {
    return new ReplicationLifecycle(replication);
  }
}
