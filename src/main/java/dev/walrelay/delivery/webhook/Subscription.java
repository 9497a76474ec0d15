package dev.walrelay.delivery.webhook;

import dev.walrelay.event.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription is to do; valid by construction through {@link SubscriptionReader}.
 *
 * @param name unique, in URLs and metrics
 * @param url where its events are sent
 * @param tables patterns of tables; empty for all
 * @param ops operations; empty for all
 * @param prefixes globs of message prefixes; empty for all
 * @param filter an expression over the event, or null
 * @param start where it begins when it is created
 * @param format how events are written
 * @param batch what is sent together
 * @param ordering what has to be in order
 * @param concurrency requests at a time
 * @param headers sent with every request
 * @param timeout of an attempt, from connecting to the end of the answer
 * @param retry what happens after a failed attempt
 * @param compression of bodies
 * @param signature scheme of the signature
 * @param sslBundle name of the SSL bundle with what proves who is at either end, or null for the
 *     one that counts for all
 * @param oauth2Client id of the OAuth2 client whose tokens are sent, or null
 */
record Subscription(
    String name,
    EndpointUrl url,
    List<String> tables,
    List<String> ops,
    List<String> prefixes,
    @Nullable String filter,
    String start,
    Format format,
    Batch batch,
    Ordering ordering,
    int concurrency,
    Map<String, String> headers,
    Duration timeout,
    Retry retry,
    Compression compression,
    Signature signature,
    @Nullable String sslBundle,
    @Nullable String oauth2Client) {

  /** How events are written. */
  enum Format {
    NATIVE,
    CLOUDEVENTS
  }

  /** What has to be in order. */
  enum Ordering {
    /** Everything, one request at a time. */
    STRICT,
    /** What belongs to the same row. */
    KEY
  }

  /** Of bodies. */
  enum Compression {
    NONE,
    GZIP
  }

  /** The scheme of the signature. */
  enum Signature {
    /** HMAC-SHA256. */
    V1,
    /** Ed25519 beside HMAC-SHA256. */
    V1A
  }

  /**
   * What is sent together.
   *
   * @param maxEvents above one, the body is an array
   * @param maxBytes of a body; an event larger than that goes alone
   * @param linger how long a batch that is not full waits for more
   */
  record Batch(int maxEvents, int maxBytes, Duration linger) {

    /** Whether bodies are arrays. */
    boolean isArray() {
      return maxEvents > 1;
    }
  }

  /**
   * What happens after a failed attempt.
   *
   * @param initial the first pause, doubled each time
   * @param max the longest pause
   * @param maxAttempts how often an event may be refused before it becomes a dead letter
   */
  record Retry(Duration initial, Duration max, int maxAttempts) {}

  /** The filter by the index of the log: tables, operations and prefixes. */
  Filter indexFilter() {
    return Filter.ALL.withTables(tables).withOps(ops).withPrefixes(prefixes);
  }

  /** Only its name: it holds secrets. */
  @Override
  public String toString() {
    return "subscription " + name;
  }

  /** The name of a constant in JSON. */
  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
