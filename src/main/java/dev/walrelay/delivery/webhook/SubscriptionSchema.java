package dev.walrelay.delivery.webhook;

import static dev.walrelay.delivery.ApiSchemas.array;
import static dev.walrelay.delivery.ApiSchemas.choice;
import static dev.walrelay.delivery.ApiSchemas.described;
import static dev.walrelay.delivery.ApiSchemas.integer;
import static dev.walrelay.delivery.ApiSchemas.map;
import static dev.walrelay.delivery.ApiSchemas.named;
import static dev.walrelay.delivery.ApiSchemas.text;
import static dev.walrelay.delivery.ApiSchemas.texts;

import dev.walrelay.delivery.webhook.Subscription.Compression;
import dev.walrelay.delivery.webhook.Subscription.Format;
import dev.walrelay.delivery.webhook.Subscription.Ordering;
import dev.walrelay.delivery.webhook.Subscription.Signature;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.NumberSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Describes subscriptions and what became of them for the API's description. */
final class SubscriptionSchema {

  static final Map<String, Object> EXAMPLE =
      Map.of(
          "name", "billing",
          "url", "https://billing.example.com/hooks",
          "tables", List.of("public.orders"),
          "filter", "op == 'update' && after.status == 'paid'");

  private SubscriptionSchema() {}

  /** What can be set. */
  static Schema<?> subscription() {
    Schema<?> subscription = new ObjectSchema();
    subscription.setRequired(List.of("name", "url"));
    subscription.addProperty("name", text("Unique; letters, digits, dots, hyphens, underscores."));
    subscription.addProperty("url", text("http or https."));
    subscription.addProperty("tables", texts("Patterns; empty is all."));
    subscription.addProperty("ops", texts("Operations; empty is all."));
    subscription.addProperty("prefixes", texts("Of messages; empty is all."));
    subscription.addProperty("filter", text("A CEL expression over the event's members."));
    subscription.addProperty("start", text("Where it begins: as `from` of events, or an id."));
    subscription.addProperty("format", choiceOf(Format.values()));
    subscription.addProperty("batch", batch());
    subscription.addProperty("ordering", choiceOf(Ordering.values()));
    subscription.addProperty("concurrency", integer(1, 64, 1));
    subscription.addProperty(
        "headers", map("Sent with every request; answers have *** in place of the values."));
    subscription.addProperty("timeout", text("Of an attempt, such as 15s."));
    subscription.addProperty("retry", retry());
    subscription.addProperty("compression", choiceOf(Compression.values()));
    subscription.addProperty("signature", choiceOf(Signature.values()));
    subscription.addProperty("ssl_bundle", text("Name of an SSL bundle in the settings."));
    subscription.addProperty(
        "oauth2_client", text("Id of an OAuth2 client in the settings, whose tokens are sent."));
    return subscription;
  }

  private static Schema<?> batch() {
    Schema<?> batch = new ObjectSchema();
    batch.addProperty("max_events", integer(1, 10_000, 1));
    batch.addProperty("max_bytes", integer(1024, 16 << 20, 1 << 20));
    batch.addProperty("linger", text("How long it waits for more, such as 100ms."));
    return described("Above one event, the body is an array.", batch);
  }

  private static Schema<?> retry() {
    Schema<?> retry = new ObjectSchema();
    retry.addProperty("initial", text("The first pause, doubled each time, such as 1s."));
    retry.addProperty("max", text("The longest pause, such as 5m."));
    retry.addProperty("max_attempts", integer(1, 1000, 12));
    return retry;
  }

  private static Schema<?> choiceOf(Enum<?>[] values) {
    return choice(Arrays.stream(values).map(Subscription::text).toList());
  }

  /** What is shown. */
  static Schema<?> view() {
    Schema<?> view = subscription();
    view.addProperty("declared", described("By the operator.", new BooleanSchema()));
    view.addProperty("state", text("Whether it delivers."));
    view.addProperty("reason", text("Why it does not."));
    view.addProperty("cursor", text("Everything up to this id is done."));
    view.addProperty("lag_seconds", new NumberSchema());
    view.addProperty("lag_bytes", new IntegerSchema().format("int64"));
    view.addProperty("last_success", named("Attempt"));
    view.addProperty("last_failure", named("Attempt"));
    view.addProperty("attempts", described("Of the pending delivery.", new IntegerSchema()));
    view.addProperty("next_attempt", text("Of the pending delivery."));
    view.addProperty("dead_letters", new IntegerSchema());
    view.addProperty("public_key", text("Of signatures v1a."));
    view.addProperty("secret", text("Of signatures v1; only in the answer that made it."));
    return view;
  }

  static Schema<?> attempt() {
    Schema<?> attempt = new ObjectSchema();
    attempt.addProperty("at", text("When it began."));
    attempt.addProperty("webhook_id", text("An event's id, or first..last."));
    attempt.addProperty("attempt", new IntegerSchema());
    attempt.addProperty("outcome", text("What became of it."));
    attempt.addProperty("status", described("Of the answer, if any.", new IntegerSchema()));
    attempt.addProperty("duration_ms", new IntegerSchema().format("int64"));
    attempt.addProperty("detail", text("What went wrong."));
    attempt.addProperty("answer", text("The beginning of its body."));
    return attempt;
  }

  /** An object with one member. */
  static Schema<?> holding(String member, Schema<?> schema) {
    Schema<?> object = new ObjectSchema();
    object.addProperty(member, schema);
    return object;
  }

  static Schema<?> list(String member, String element) {
    return holding(member, array(named(element)));
  }

  static Schema<?> letter() {
    Schema<?> letter = new ObjectSchema();
    letter.addProperty("id", new IntegerSchema().format("int64"));
    letter.addProperty("webhook_id", text("An event's id, or first..last."));
    letter.addProperty("events", new IntegerSchema());
    letter.addProperty("attempts", new IntegerSchema());
    letter.addProperty("failed_at", text("RFC 3339."));
    letter.addProperty("status", new IntegerSchema());
    letter.addProperty("reason", text("Why it was given up."));
    letter.addProperty("answer", text("The beginning of the last answer's body."));
    letter.addProperty("replaying", new BooleanSchema());
    return letter;
  }

  /** A dead letter that is shown alone. */
  static Schema<?> letterView() {
    Schema<?> view = letter();
    view.addProperty("content_type", text("Of what was sent."));
    view.addProperty("body", described("What was sent: an event, or an array.", new Schema<>()));
    return view;
  }
}
