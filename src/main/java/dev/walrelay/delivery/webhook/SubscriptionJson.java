package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.TimeText;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A subscription's fields as JSON, all of them; {@link SubscriptionReader} reads it back. */
final class SubscriptionJson {

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final String HEADERS = "headers";

  private SubscriptionJson() {}

  static ObjectNode write(Subscription subscription) {
    ObjectNode json = JSON.createObjectNode();
    json.put("name", subscription.name());
    json.put("url", subscription.url().text());
    json.set("tables", array(subscription.tables()));
    json.set("ops", array(subscription.ops()));
    json.set("prefixes", array(subscription.prefixes()));
    json.put("filter", subscription.filter());
    json.put("start", subscription.start());
    json.put("format", Subscription.text(subscription.format()));
    json.putObject("batch")
        .put("max_events", subscription.batch().maxEvents())
        .put("max_bytes", subscription.batch().maxBytes())
        .put("linger", TimeText.format(subscription.batch().linger()));
    json.put("ordering", Subscription.text(subscription.ordering()));
    json.put("concurrency", subscription.concurrency());
    ObjectNode headers = json.putObject(HEADERS);
    subscription.headers().forEach(headers::put);
    json.put("timeout", TimeText.format(subscription.timeout()));
    json.putObject("retry")
        .put("initial", TimeText.format(subscription.retry().initial()))
        .put("max", TimeText.format(subscription.retry().max()))
        .put("max_attempts", subscription.retry().maxAttempts());
    json.put("compression", Subscription.text(subscription.compression()));
    json.put("signature", Subscription.text(subscription.signature()));
    json.put("ssl_bundle", subscription.sslBundle());
    json.put("oauth2_client", subscription.oauth2Client());
    return json;
  }

  private static ArrayNode array(Collection<String> texts) {
    ArrayNode array = JSON.createArrayNode();
    texts.forEach(array::add);
    return array;
  }

  static Subscription parse(String json) {
    return SubscriptionReader.read(JSON.readTree(json));
  }

  /** A subscription for people: values of headers are hidden. */
  static ObjectNode show(Subscription subscription) {
    ObjectNode json = write(subscription);
    ObjectNode headers = json.putObject(HEADERS);
    subscription.headers().keySet().forEach(name -> headers.put(name, EndpointRules.HIDDEN));
    return json;
  }

  /**
   * Changes fields as a merge patch does (RFC 7396): null restores a field's default, and a header
   * that is hidden stays as it is.
   */
  static Subscription patch(Subscription subscription, JsonNode patch) {
    ObjectNode json = write(subscription);
    if (patch instanceof ObjectNode changes) {
      merge(json, changes);
      return SubscriptionReader.read(json);
    }
    return SubscriptionReader.read(patch);
  }

  private static void merge(ObjectNode target, ObjectNode patch) {
    patch.forEachEntry(
        (name, value) -> {
          if (value instanceof ObjectNode nested && target.get(name) instanceof ObjectNode inner) {
            if (name.equals(HEADERS)) {
              HeaderPatch.apply(inner, nested);
            } else {
              merge(inner, nested);
            }
          } else if (value.isNull()) {
            target.remove(name);
          } else {
            target.set(name, value);
          }
        });
  }
}
