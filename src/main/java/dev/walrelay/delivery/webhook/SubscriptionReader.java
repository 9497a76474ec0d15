package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.delivery.cel.FilterExpression;
import dev.walrelay.delivery.webhook.Subscription.Batch;
import dev.walrelay.delivery.webhook.Subscription.Compression;
import dev.walrelay.delivery.webhook.Subscription.Format;
import dev.walrelay.delivery.webhook.Subscription.Ordering;
import dev.walrelay.delivery.webhook.Subscription.Retry;
import dev.walrelay.delivery.webhook.Subscription.Signature;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/** Reads and checks what a subscription is to do, wherever it was declared. */
final class SubscriptionReader {

  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "url",
          "tables",
          "ops",
          "prefixes",
          "filter",
          "start",
          "format",
          "batch",
          "ordering",
          "concurrency",
          "headers",
          "timeout",
          "retry",
          "compression",
          "signature",
          "ssl_bundle",
          "oauth2_client");
  private static final Set<String> BATCH = Set.of("max_events", "max_bytes", "linger");
  private static final Set<String> RETRY = Set.of("initial", "max", "max_attempts");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final int MAX_PATTERNS = 1000;
  private static final int MAX_CONCURRENCY = 64;
  private static final int MAX_EVENTS = 10_000;
  private static final int MIN_BYTES = 1024;
  private static final int MAX_BYTES = 16 << 20;
  private static final int MAX_ATTEMPTS = 1000;
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private SubscriptionReader() {}

  /**
   * Reads a JSON object.
   *
   * @throws InvalidParameterException about a field that is unknown, missing or wrong
   */
  static Subscription read(JsonNode document) {
    Fields fields = Fields.of(document, KNOWN);
    Ordering ordering = fields.choice("ordering", Ordering.values(), Ordering.STRICT);
    Map<String, String> headers =
        fields.checked("headers", () -> EndpointRules.headers(fields.map("headers")));
    return new Subscription(
        fields.required("name", fields.parsed("name", SubscriptionReader::name)),
        fields.required("url", fields.parsed("url", EndpointUrl::parse)),
        patterns(fields, "tables", Filter.ALL::withTables),
        patterns(fields, "ops", Filter.ALL::withOps),
        patterns(fields, "prefixes", Filter.ALL::withPrefixes),
        filter(fields).orElse(null),
        fields.parsed("start", SubscriptionReader::start).orElse("latest"),
        fields.choice("format", Format.values(), Format.NATIVE),
        batch(fields.object("batch", BATCH)),
        ordering,
        concurrency(fields, ordering),
        headers,
        fields.time("timeout", SHORTEST, Duration.ofMinutes(5), Duration.ofSeconds(15)),
        retry(fields.object("retry", RETRY)),
        fields.choice("compression", Compression.values(), Compression.NONE),
        fields.choice("signature", Signature.values(), Signature.V1),
        fields.text("ssl_bundle").orElse(null),
        oauth2Client(fields, headers).orElse(null));
  }

  private static Optional<String> oauth2Client(Fields fields, Map<String, String> headers) {
    Optional<String> client = fields.text("oauth2_client");
    if (client.isPresent()
        && headers.keySet().stream().anyMatch(HttpHeaders.AUTHORIZATION::equalsIgnoreCase)) {
      throw fields.invalid(
          "oauth2_client",
          "its tokens are sent in the header Authorization, which headers sets too");
    }
    return client;
  }

  private static String name(String text) {
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not 1 to 63 letters, digits, dots, hyphens and underscores that begin with a letter or digit"
              .formatted(text));
    }
    return text;
  }

  private static List<String> patterns(
      Fields fields, String name, Function<List<String>, Filter> check) {
    List<String> patterns = fields.texts(name);
    if (patterns.size() > MAX_PATTERNS) {
      throw fields.invalid(name, "there are more than %d".formatted(MAX_PATTERNS));
    }
    fields.checked(name, () -> check.apply(patterns));
    return patterns;
  }

  private static Optional<String> filter(Fields fields) {
    fields.parsed("filter", FilterExpression::compile);
    return fields.text("filter");
  }

  private static String start(String text) {
    startPosition(text);
    return text;
  }

  /** An id, after which it starts, or what {@link StartPosition#parse} reads. */
  static StartPosition startPosition(String text) {
    return text.indexOf('-') == EventId.LENGTH - 9 && text.length() == EventId.LENGTH
        ? new StartPosition.After(EventId.parse(text))
        : StartPosition.parse(text);
  }

  private static Batch batch(Fields fields) {
    return new Batch(
        fields.integer("max_events", 1, MAX_EVENTS, 1),
        fields.integer("max_bytes", MIN_BYTES, MAX_BYTES, 1 << 20),
        fields.time("linger", Duration.ZERO, Duration.ofMinutes(1), Duration.ZERO));
  }

  private static int concurrency(Fields fields, Ordering ordering) {
    int concurrency = fields.integer("concurrency", 1, MAX_CONCURRENCY, 1);
    if (concurrency > 1 && ordering == Ordering.STRICT) {
      throw fields.invalid(
          "concurrency",
          "strict ordering is one request at a time; more than that needs \"ordering\": \"key\"");
    }
    return concurrency;
  }

  private static Retry retry(Fields fields) {
    Duration day = Duration.ofDays(1);
    Duration initial = fields.time("initial", SHORTEST, day, Duration.ofSeconds(1));
    Duration max = fields.time("max", SHORTEST, day, Duration.ofMinutes(5));
    if (max.compareTo(initial) < 0) {
      throw fields.invalid("max", "it is shorter than the initial pause");
    }
    return new Retry(initial, max, fields.integer("max_attempts", 1, MAX_ATTEMPTS, 12));
  }
}
