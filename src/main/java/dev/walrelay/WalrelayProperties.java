package dev.walrelay;

import dev.walrelay.access.Role;
import dev.walrelay.access.TokenDigest;
import dev.walrelay.event.Filter;
import dev.walrelay.event.JsonSettings.NumberForm;
import dev.walrelay.replication.PublicationSettings;
import dev.walrelay.replication.SlotSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
 * @param webhooks what all webhook subscriptions share
 * @param subscriptions webhook subscriptions that are declared here
 * @param security who may read and manage
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
    @DefaultValue Webhooks webhooks,
    @DefaultValue List<Subscription> subscriptions,
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
   * @param viaPartitionRoot whether a publication that is created here sends the rows of partitions
   *     under the name of their partitioned table
   * @param origin whether changes that were themselves replicated are included
   */
  public record Publication(
      @DefaultValue("walrelay") String name,
      @DefaultValue("true") boolean create,
      @DefaultValue List<String> tables,
      @DefaultValue("none") PublicationSettings.GeneratedColumns generatedColumns,
      @DefaultValue("false") boolean viaPartitionRoot,
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
   * @param repair whether all of it is checked first, and begins behind what is damaged
   */
  public record Log(
      @DefaultValue("data/walrelay.db") Path path,
      @DefaultValue("7d") Duration maxAge,
      @DefaultValue("10GB") DataSize maxSize,
      @DefaultValue("false") boolean adopt,
      @DefaultValue("false") boolean repair) {

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
    STORED,
    /** When every active webhook subscription has delivered them too. */
    DELIVERED
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
   * What all webhook subscriptions share.
   *
   * @param allowedNetworks in CIDR notation, which subscriptions made through the API may reach
   *     besides public addresses
   * @param allowedHosts names like hooks.example.com or *.example.com, which subscriptions made
   *     through the API may reach through the proxy whatever is known of their addresses here
   * @param sslBundle name of the SSL bundle (spring.ssl.bundle) for endpoints and token endpoints,
   *     where a subscription names no other
   * @param proxy that requests go through, such as http://proxy.example.com:3128
   * @param proxyUsername that the proxy wants
   * @param proxyPassword that the proxy wants
   * @param noProxy names like hooks.example.com or *.example.com, which are reached without it
   */
  public record Webhooks(
      @DefaultValue List<String> allowedNetworks,
      @DefaultValue List<String> allowedHosts,
      @Nullable String sslBundle,
      @Nullable String proxy,
      @Nullable String proxyUsername,
      @Nullable String proxyPassword,
      @DefaultValue List<String> noProxy) {}

  /**
   * A webhook subscription that is declared here, and can only be changed here. What is left out
   * has the default that it has in the API.
   *
   * @param name unique, of letters, digits, dots, hyphens and underscores
   * @param url where events are sent, http or https
   * @param tables patterns of tables; all if empty
   * @param ops operations; all if empty
   * @param prefixes globs of message prefixes; all if empty
   * @param filter an expression over the event
   * @param start latest, earliest, a time, an LSN or an event's id, for when it is new
   * @param format native or cloudevents
   * @param batch what is sent together
   * @param ordering strict or key
   * @param concurrency requests at a time, where the ordering is key
   * @param headers sent with every request; their values are never shown
   * @param timeout of an attempt
   * @param retry what happens after a failed attempt
   * @param compression none or gzip
   * @param signature v1 (HMAC-SHA256), or v1a for Ed25519 beside it
   * @param sslBundle name of an SSL bundle (spring.ssl.bundle)
   * @param oauth2Client id of an OAuth2 client (spring.security.oauth2.client.registration), whose
   *     tokens are sent
   */
  public record Subscription(
      @Nullable String name,
      @Nullable String url,
      @DefaultValue List<String> tables,
      @DefaultValue List<String> ops,
      @DefaultValue List<String> prefixes,
      @Nullable String filter,
      @Nullable String start,
      @Nullable String format,
      @DefaultValue Batch batch,
      @Nullable String ordering,
      @Nullable Integer concurrency,
      @DefaultValue Map<String, String> headers,
      @Nullable Duration timeout,
      @DefaultValue Retry retry,
      @Nullable String compression,
      @Nullable String signature,
      @Nullable String sslBundle,
      @Nullable String oauth2Client) {}

  /**
   * What is sent together.
   *
   * @param maxEvents above one, a body is an array
   * @param maxBytes of a body; an event larger than that goes alone
   * @param linger how long a batch that is not full waits for more
   */
  public record Batch(
      @Nullable Integer maxEvents, @Nullable DataSize maxBytes, @Nullable Duration linger) {}

  /**
   * What happens after a failed attempt.
   *
   * @param initial the first pause, doubled each time
   * @param max the longest pause
   * @param maxAttempts how often an event may be refused before it becomes a dead letter
   */
  public record Retry(
      @Nullable Duration initial, @Nullable Duration max, @Nullable Integer maxAttempts) {}

  /**
   * Who may read and manage.
   *
   * @param enabled whether a token is needed
   * @param tokens that are accepted; one is made and kept beside the log if there is none
   * @param encryptionKey file with the key that stored secrets are encrypted with; one is made
   *     beside the log if it is not given
   * @param cors which web pages may call the API
   */
  public record Security(
      @DefaultValue("true") boolean enabled,
      @DefaultValue List<Token> tokens,
      @Nullable Path encryptionKey,
      @DefaultValue Cors cors) {

    /**
     * A token.
     *
     * @param name for messages
     * @param token what is sent; only its hash is kept
     * @param role whether it reads events, or manages subscriptions, too
     * @param tables that a reader is limited to, as patterns
     * @param prefixes of messages that a reader is limited to, as patterns
     */
    public record Token(
        String name,
        TokenDigest token,
        @DefaultValue("reader") Role role,
        @DefaultValue List<String> tables,
        @DefaultValue List<String> prefixes) {

      /** Refuses what is incomplete, and limits that would not hold. */
      @SuppressWarnings("NullAway") // Settings that are missing are null here.
      public Token {
        require(
            name != null && token != null,
            "each of walrelay.security.tokens needs a name and a token%s",
            "");
        require(
            role == Role.READER || (tables.isEmpty() && prefixes.isEmpty()),
            "the token '%s' is an admin's and can't be limited to tables or prefixes, since an admin"
                + " can have everything delivered; make it a reader's",
            name);
        visible(tables, prefixes);
      }

      /** The events that it may see. */
      public Filter visible() {
        return visible(tables, prefixes);
      }

      private static Filter visible(List<String> tables, List<String> prefixes) {
        return Filter.ALL.withTables(tables).withPrefixes(prefixes);
      }
    }

    /**
     * Which web pages may call the API from a browser.
     *
     * @param allowedOrigins such as {@code https://app.example.com}, or {@code *}; none if empty
     */
    public record Cors(@DefaultValue List<String> allowedOrigins) {

      /** Refuses what no browser calls an origin. */
      public Cors {
        for (String origin : allowedOrigins) {
          require(
              origin.matches("\\*|https?://[^/?#*]+"),
              "walrelay.security.cors.allowed-origins has '%s'; an origin is like"
                  + " https://app.example.com, without a path",
              origin);
        }
      }
    }
  }

  private static void require(boolean valid, String message, Object value) {
    if (!valid) {
      throw new IllegalArgumentException(message.formatted(value));
    }
  }
}
