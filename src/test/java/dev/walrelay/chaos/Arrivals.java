package dev.walrelay.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.delivery.webhook.Reply;
import dev.walrelay.delivery.webhook.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.JsonNode;

/** What came in by one webhook subscription, checked as it comes. */
final class Arrivals {

  private static final Duration ALL_DELIVERED = Duration.ofMinutes(3);
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

  private synchronized int count() {
    return accepted.size();
  }

  /** Waits for all of these events, given as hashes by id, and that nothing was wrong. */
  void assertAll(Map<String, Integer> events, ServiceProcess service) {
    service
        .eventually("all deliveries")
        .atMost(ALL_DELIVERED)
        .until(() -> count() >= events.size());
    synchronized (this) {
      assertThat(mistakes).isEmpty();
      assertThat(accepted).isEqualTo(events);
    }
  }
}
