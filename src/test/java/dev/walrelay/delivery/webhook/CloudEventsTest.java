package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.wal.Lsn;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Deliveries as CloudEvents, held to the rules of the JSON schema that the specification (version
 * 1.0.2) has for its JSON format.
 */
class CloudEventsTest extends WithWebhooks {

  private static final Set<String> REQUIRED = Set.of("id", "source", "specversion", "type");
  private static final Set<String> NOT_EMPTY =
      Set.of(
          "id",
          "source",
          "specversion",
          "type",
          "datacontenttype",
          "dataschema",
          "subject",
          "time");

  private static void assertValid(JsonNode event) {
    assertThat(event.isObject()).isTrue();
    assertThat(event.propertyNames()).containsAll(REQUIRED);
    for (String name : event.propertyNames()) {
      if (!name.equals("data")) {
        assertThat(name).matches("[a-z0-9]{1,20}");
        assertThat(event.path(name).isString()).as(name).isTrue();
      }
      if (NOT_EMPTY.contains(name)) {
        assertThat(event.path(name).stringValue()).as(name).isNotEmpty();
      }
    }
    assertThat(event.path("specversion").stringValue()).isEqualTo("1.0");
    assertThat(URI.create(event.path("source").stringValue())).isNotNull();
    if (event.has("time")) {
      assertThat(OffsetDateTime.parse(event.path("time").stringValue())).isNotNull();
    }
  }

  private void appendOfEveryKind() {
    EventBatch batch = new EventBatch(4096);
    RowEvents.add(batch, 1, "{\"id\":1,\"name\":\"a\\\"b\"}", "");
    RowEvents.add(batch, 2, Op.TRUNCATE, new Subject.Table("public", "Ördérs x"), "", "");
    Events.addMessage(batch, Events.id(3), Events.commitTime(3), "audit", "{\"a\":1}");
    Events.addGap(batch, Events.id(4));
    log.append(List.of(batch), new Lsn(4));
  }

  @Test
  void areValidInStructuredMode() {
    appendOfEveryKind();
    subscribe("{\"format\": \"cloudevents\"}");
    eventually().until(() -> receiver.requests().size() == 4);

    for (Request request : receiver.requests()) {
      assertThat(request.header("Content-Type"))
          .isEqualTo("application/cloudevents+json; charset=UTF-8");
      JsonNode event = JsonMapper.shared().readTree(request.text());
      assertValid(event);
      assertThat(event.path("id").stringValue()).isEqualTo(request.id());
      assertThat(event.path("sequence").stringValue()).isEqualTo(request.id());
      assertThat(event.path("source").stringValue()).isEqualTo("/walrelay/test");
      assertThat(event.path("data").path("id").stringValue()).isEqualTo(request.id());
      assertThat(event.path("type").stringValue())
          .isEqualTo("dev.walrelay." + event.path("data").path("op").stringValue());
    }
    JsonNode row = JsonMapper.shared().readTree(receiver.requests().getFirst().text());
    assertThat(row.path("subject").stringValue()).isEqualTo("public.orders");
    assertThat(row.path("partitionkey").stringValue()).isEqualTo("{\"id\":1,\"name\":\"a\\\"b\"}");
    assertThat(row.path("time")).isEqualTo(row.path("data").path("commit_time"));
    JsonNode message = JsonMapper.shared().readTree(receiver.requests().get(2).text());
    assertThat(message.path("subject").stringValue()).isEqualTo("audit");
  }

  @Test
  void areValidInBatchedMode() {
    appendOfEveryKind();
    subscribe("{\"format\": \"cloudevents\", \"batch\": {\"max_events\": 10}}");
    eventually().until(() -> receiver.requests().size() == 1);

    Request request = receiver.requests().getFirst();
    assertThat(request.header("Content-Type"))
        .isEqualTo("application/cloudevents-batch+json; charset=UTF-8");
    JsonNode batch = JsonMapper.shared().readTree(request.text());
    assertThat(batch.isArray()).isTrue();
    assertThat(batch).hasSize(4).allSatisfy(CloudEventsTest::assertValid);
  }

  @Test
  void carryTestDeliveriesToo() {
    Subscription spec = spec("{\"format\": \"cloudevents\"}");
    Body body = TestEvent.body("test-1", spec, "/walrelay/test");

    assertValid(JsonMapper.shared().readTree(body.bytes()));
  }
}
