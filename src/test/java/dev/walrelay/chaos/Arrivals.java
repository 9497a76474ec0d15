package dev.walrelay.chaos;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Reply;
import dev.walrelay.delivery.webhook.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.JsonNode;

/** What came in by one webhook subscription, checked as it comes. */
final class Arrivals {

  private static final int ONE_REFUSED_IN = 50;
  private static final Reply UNAVAILABLE = new Reply.Status(503, Map.of(), "");

  /** Whether only events about one row are in order among each other, not all. */
  private final boolean byKey;

  private final Map<String, Integer> bodies = new HashMap<>();
  private final Map<String, Integer> accepted = new HashMap<>();
  private final Map<String, String> lastOfRow = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  Arrivals(boolean byKey) {
    this.byKey = byKey;
  }

  /** Takes note of a request, and refuses some. */
  Reply answer(Request request) {
    boolean accepts = ThreadLocalRandom.current().nextInt(ONE_REFUSED_IN) > 0;
    arrived(request, accepts);
    return accepts ? Reply.OK : UNAVAILABLE;
  }

  private synchronized void arrived(Request request, boolean accepts) {
    String text = request.text();
    Integer before = bodies.putIfAbsent(request.id(), text.hashCode());
    if (before != null && before != text.hashCode()) {
      mistakes.add(request.id() + " was repeated with another body");
    }
    JsonNode body = RunningWalrelay.JSON.readTree(text);
    if (!body.isArray()) {
      event(body, accepts);
    } else {
      body.forEach(event -> event(event, accepts));
    }
  }

  private void event(JsonNode event, boolean accepts) {
    String id = event.path("id").stringValue();
    Integer before = accepted.get(id);
    if (before != null) {
      if (before != event.toString().hashCode()) {
        mistakes.add(id + " was repeated with other content");
      }
    } else if (accepts) {
      accepted.put(id, event.toString().hashCode());
      rows(event).forEach(row -> inOrder(row, id));
    }
  }

  private List<String> rows(JsonNode event) {
    if (!byKey) {
      return List.of("all");
    }
    if (event.has("prefix")) {
      return List.of(event.path("prefix").stringValue());
    }
    return event.has("old_key")
        ? List.of(event.path("key").toString(), event.path("old_key").toString())
        : List.of(event.path("key").toString());
  }

  private void inOrder(String row, String id) {
    String last = lastOfRow.put(row, id);
    if (last != null && last.compareTo(id) > 0) {
      mistakes.add(id + " came after " + last);
    }
  }

  synchronized int count() {
    return accepted.size();
  }

  /** How often something was wrong, in words. */
  synchronized List<String> mistakes() {
    return List.copyOf(mistakes);
  }

  /** A hash of each event by its id. */
  synchronized Map<String, Integer> hashes() {
    return Map.copyOf(accepted);
  }
}
