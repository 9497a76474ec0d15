package dev.walrelay;

import dev.walrelay.WalrelayProperties.Batch;
import dev.walrelay.WalrelayProperties.Retry;
import dev.walrelay.WalrelayProperties.Subscription;
import dev.walrelay.delivery.TimeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Subscriptions in the settings, as the fields that the API knows: they are checked as there. */
final class DeclaredSubscriptions {

  private DeclaredSubscriptions() {}

  static List<Map<String, Object>> fields(List<Subscription> subscriptions) {
    return subscriptions.stream().map(DeclaredSubscriptions::fields).toList();
  }

  private static Map<String, Object> fields(Subscription subscription) {
    Map<String, Object> fields = new LinkedHashMap<>();
    put("name", subscription.name(), fields);
    put("url", subscription.url(), fields);
    fields.put("tables", subscription.tables());
    fields.put("ops", subscription.ops());
    fields.put("prefixes", subscription.prefixes());
    put("filter", subscription.filter(), fields);
    put("start", subscription.start(), fields);
    put("format", subscription.format(), fields);
    fields.put("batch", fields(subscription.batch()));
    put("ordering", subscription.ordering(), fields);
    put("concurrency", subscription.concurrency(), fields);
    fields.put("headers", subscription.headers());
    put("timeout", text(subscription.timeout()), fields);
    fields.put("retry", fields(subscription.retry()));
    put("compression", subscription.compression(), fields);
    put("signature", subscription.signature(), fields);
    put("ssl_bundle", subscription.sslBundle(), fields);
    put("oauth2_client", subscription.oauth2Client(), fields);
    return fields;
  }

  private static Map<String, Object> fields(Batch batch) {
    Map<String, Object> fields = new LinkedHashMap<>();
    put("max_events", batch.maxEvents(), fields);
    put("max_bytes", batch.maxBytes() == null ? null : batch.maxBytes().toBytes(), fields);
    put("linger", text(batch.linger()), fields);
    return fields;
  }

  private static Map<String, Object> fields(Retry retry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    put("initial", text(retry.initial()), fields);
    put("max", text(retry.max()), fields);
    put("max_attempts", retry.maxAttempts(), fields);
    return fields;
  }

  private static @Nullable String text(@Nullable Duration time) {
    return time == null ? null : TimeText.format(time);
  }

  private static void put(String name, @Nullable Object value, Map<String, Object> fields) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
