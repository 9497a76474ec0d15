package dev.walrelay.delivery.webhook;

import dev.walrelay.eventlog.EventLog;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Subscriptions, attempts and dead letters as the API shows them. */
final class SubscriptionView {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final double MILLIS = 1000;

  private SubscriptionView() {}

  static ObjectNode of(Channel channel, EventLog log) {
    ObjectNode json = SubscriptionJson.show(channel.spec());
    Lag lag = Lag.of(log, channel.cursor());
    json.put("declared", channel.isDeclared());
    json.put("state", channel.state().text());
    json.put("reason", channel.reason());
    json.put("cursor", channel.cursor().toString());
    json.put("lag_seconds", lag.time().toMillis() / MILLIS);
    json.put("lag_bytes", lag.bytes());
    json.set(
        "last_success", channel.attempts().lastSuccess().map(SubscriptionView::of).orElse(null));
    json.set(
        "last_failure", channel.attempts().lastFailure().map(SubscriptionView::of).orElse(null));
    DeliveryQueue.Pending pending = channel.pending();
    json.put("attempts", pending == null ? 0 : pending.attempts());
    json.put("next_attempt", pending == null ? null : time(pending.notBefore()));
    json.put("dead_letters", channel.letters().count());
    channel.secrets().current().stream()
        .filter(secret -> secret.scheme() == Secret.Scheme.V1A)
        .forEach(secret -> json.put("public_key", secret.text()));
    return json;
  }

  private static @Nullable String time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
  }

  /** Adds the secrets, which are shown only when they are made. */
  static void addSecrets(List<Secret> secrets, ObjectNode json) {
    for (Secret secret : secrets) {
      json.put(secret.scheme() == Secret.Scheme.V1 ? "secret" : "public_key", secret.text());
    }
  }

  static ArrayNode attempts(List<Attempt> attempts) {
    ArrayNode array = JSON.createArrayNode();
    attempts.forEach(attempt -> array.add(of(attempt)));
    return array;
  }

  static ObjectNode of(Attempt attempt) {
    ObjectNode json = JSON.createObjectNode();
    json.put("at", attempt.at().toString());
    json.put("webhook_id", attempt.delivery());
    json.put("attempt", attempt.attempt());
    json.put("outcome", Subscription.text(attempt.outcome()));
    json.put("status", attempt.status() == 0 ? null : (Integer) attempt.status());
    json.put("duration_ms", attempt.millis());
    json.put("detail", attempt.detail().isEmpty() ? null : attempt.detail());
    json.put("answer", attempt.answer().isEmpty() ? null : attempt.answer());
    return json;
  }

  static ArrayNode letters(List<DeadLetter> letters) {
    ArrayNode array = JSON.createArrayNode();
    letters.forEach(letter -> array.add(of(letter)));
    return array;
  }

  static ObjectNode of(DeadLetter letter) {
    ObjectNode json = JSON.createObjectNode();
    json.put("id", letter.id());
    json.put("webhook_id", letter.delivery());
    json.put("events", letter.events());
    json.put("attempts", letter.attempts());
    json.put("failed_at", time(letter.failedAt()));
    json.put("status", letter.status());
    json.put("reason", letter.reason());
    json.put("answer", letter.answer());
    json.put("replaying", letter.replaying());
    return json;
  }

  /** A dead letter with what was sent, whose values are shown digit by digit as they were. */
  static ObjectNode of(LetterTable.WithBody whole) {
    ObjectNode json = of(whole.letter());
    json.put("content_type", whole.letter().contentType());
    json.putRawValue("body", new RawValue(whole.body()));
    return json;
  }
}
