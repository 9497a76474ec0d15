package dev.walrelay;

import dev.walrelay.event.JsonSettings.NumberForm;
import dev.walrelay.replication.PublicationSettings;
import dev.walrelay.replication.SlotSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * All settings under {@code walrelay}; the commented application.yml explains each.
 *
 * @param slot the replication slot
 * @param publication the publication that the slot reads
 * @param transaction transactions in progress
 * @param log the event log
 * @param confirm when the slot may move on
 * @param json how values are written
 * @param sse streams
 * @param security who may read
 */
@ConfigurationProperties("walrelay")
public record WalrelayProperties(
    @DefaultValue Slot slot,
    @DefaultValue Publication publication,
    @DefaultValue Transaction transaction,
    @DefaultValue Log log,
    @DefaultValue("stored") Confirm confirm,
    @DefaultValue Json json,
    @DefaultValue Sse sse,
    @DefaultValue Security security) {

  /**
   * The replication slot.
   *
   * @param name of the slot, whose plugin is pgoutput
   * @param create whether to create it if it is missing
   * @param failover whether a slot that is created here is synchronized to standbys (17 and newer)
   * @param twoPhase whether transactions are decoded when they are prepared for two-phase commit
   * @param onLoss what to do when a slot is gone that events were read from before
   */
  public record Slot(
      @DefaultValue("walrelay") String name,
      @DefaultValue("true") boolean create,
      @DefaultValue("true") boolean failover,
      @DefaultValue("false") boolean twoPhase,
      @DefaultValue("fail") SlotSettings.OnLoss onLoss) {

    /** Refuses what no server takes as a name. */
    public Slot {
      require(
          name.matches("[a-z0-9_]{1,63}"),
          "walrelay.slot.name must be 1 to 63 lower-case letters, digits and underscores, not '%s'",
          name);
    }
  }

  /**
   * The publication.
   *
   * @param name of the publication
   * @param create whether to create it if it is missing, before the slot
   * @param tables of a publication that is created here; all tables if empty
   * @param generatedColumns of a publication that is created here (18 and newer)
   * @param origin whether changes that were themselves replicated are included
   */
  public record Publication(
      @DefaultValue("walrelay") String name,
      @DefaultValue("true") boolean create,
      @DefaultValue List<String> tables,
      @DefaultValue("none") PublicationSettings.GeneratedColumns generatedColumns,
      @DefaultValue("any") PublicationSettings.Origin origin) {}

  /**
   * Transactions in progress.
   *
   * @param memory that they may take together, above which they are put to disk beside the log
   */
  public record Transaction(@DefaultValue("64MB") DataSize memory) {

    /** Refuses what could be a sign that turned around. */
    public Transaction {
      require(
          !memory.isNegative(),
          "walrelay.transaction.memory must not be below zero, but is %s",
          memory);
    }
  }

  /**
   * The event log.
   *
   * @param path of its file
   * @param maxAge after which stored events go
   * @param maxSize of the stored events, above which the oldest go
   * @param adopt whether a source that is another database system than before is accepted
   */
  public record Log(
      @DefaultValue("data/walrelay.db") Path path,
      @DefaultValue("7d") Duration maxAge,
      @DefaultValue("10GB") DataSize maxSize,
      @DefaultValue("false") boolean adopt) {

    /** Refuses bounds that would keep nothing. */
    public Log {
      require(maxAge.isPositive(), "walrelay.log.max-age must be longer than zero, not %s", maxAge);
      require(
          maxSize.toBytes() > 0, "walrelay.log.max-size must be larger than zero, not %s", maxSize);
    }
  }

  /** When the slot may move on. */
  public enum Confirm {
    /** As soon as the events are safely in the log. */
    STORED
  }

  /**
   * How values are written.
   *
   * @param numeric as strings with every digit, or as numbers
   * @param int8 as numbers, or as strings for readers whose numbers end at 53 bits
   */
  public record Json(
      @DefaultValue("string") NumberForm numeric, @DefaultValue("number") NumberForm int8) {}

  /**
   * Streams.
   *
   * @param heartbeat after this time without an event a frame keeps the connection open
   * @param maxConnections streams at a time, above which a request is turned away
   */
  public record Sse(
      @DefaultValue("15s") Duration heartbeat, @DefaultValue("10000") int maxConnections) {

    /** Refuses bounds under which no stream could live. */
    public Sse {
      require(
          heartbeat.isPositive(),
          "walrelay.sse.heartbeat must be longer than zero, not %s",
          heartbeat);
      require(
          maxConnections > 0,
          "walrelay.sse.max-connections must be at least 1, not %s",
          maxConnections);
    }
  }

  /**
   * Who may read.
   *
   * @param enabled must be false: this version has no access control
   */
  public record Security(@DefaultValue("false") boolean enabled) {

    /** Refuses to promise what is not there. */
    public Security {
      require(
          !enabled,
          "walrelay.security.enabled is %s, but this version has no access control; set it to false"
              + " and let a proxy decide who may read",
          enabled);
    }
  }

  private static void require(boolean valid, String message, Object value) {
    if (!valid) {
      throw new IllegalArgumentException(message.formatted(value));
    }
  }
}
