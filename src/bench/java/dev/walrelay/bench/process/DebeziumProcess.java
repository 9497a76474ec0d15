package dev.walrelay.bench.process;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * The peer: Debezium's embedded engine, which makes JSON of a slot and here gives it to nobody. It
 * runs with a class path of its own.
 */
public final class DebeziumProcess {

  private DebeziumProcess() {}

  /** {@link Slot#arguments}. */
  public static void main(String[] arguments) throws Exception {
    Slot slot = Slot.of(arguments);
    Answers.serve(_ -> read(slot).json());
    // Its threads would keep the process up.
    System.exit(0);
  }

  private static Figures read(Slot slot) throws Exception {
    CompletableFuture<Figures> figures = new CompletableFuture<>();
    DebeziumCounter counter = new DebeziumCounter(slot.events(), figures);
    DebeziumEngine<ChangeEvent<String, String>> engine =
        DebeziumEngine.create(Json.class)
            .using(properties(slot))
            .using((DebeziumEngine.ConnectorCallback) counter)
            .using(
                (_, message, error) ->
                    figures.completeExceptionally(
                        new IllegalStateException("the engine ended: " + message, error)))
            .notifying(counter)
            .build();
    Thread.ofPlatform().daemon().start(engine);
    return figures.get();
  }

  private static Properties properties(Slot slot) {
    URI address = URI.create(slot.url().substring("jdbc:".length()));
    Properties properties = new Properties();
    properties.setProperty("name", "bench");
    properties.setProperty("topic.prefix", "bench");
    properties.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    properties.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    properties.setProperty("database.hostname", address.getHost());
    properties.setProperty("database.port", Integer.toString(address.getPort()));
    properties.setProperty("database.dbname", address.getPath().substring(1));
    properties.setProperty("database.user", slot.user());
    properties.setProperty("database.password", slot.password());
    properties.setProperty("plugin.name", "pgoutput");
    properties.setProperty("slot.name", slot.name());
    properties.setProperty("publication.name", slot.publication());
    properties.setProperty("publication.autocreate.mode", "disabled");
    // No snapshot at all: from where the slot begins, as the others.
    properties.setProperty("snapshot.mode", "configuration_based");
    properties.setProperty("snapshot.mode.configuration.based.start.stream", "true");
    properties.setProperty("key.converter.schemas.enable", "false");
    properties.setProperty("value.converter.schemas.enable", "false");
    return properties;
  }
}
