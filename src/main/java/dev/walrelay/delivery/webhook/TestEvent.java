package dev.walrelay.delivery.webhook;

import dev.walrelay.event.Op;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What a test delivery sends: a message that no database has emitted, and an id like no event's.
 */
final class TestEvent {

  private TestEvent() {}

  static String newId() {
    return "test-" + UUID.randomUUID();
  }

  static Body body(String id, Subscription subscription, String source) {
    byte[] json =
        """
        {"id":"%s","op":"message","prefix":"walrelay.test","transactional":false,\
        "content":{"subscription":"%s"},"content_encoding":"json","lsn":"0/0"}\
        """
            .formatted(id, subscription.name())
            .getBytes(StandardCharsets.UTF_8);
    return Bodies.single(id, Op.MESSAGE, json, Shape.of(subscription), source);
  }
}
