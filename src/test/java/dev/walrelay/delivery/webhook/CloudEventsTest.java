package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Deliveries as CloudEvents, held to a JSON schema of the specification (version 1.0.2). */
class CloudEventsTest extends WithWebhooks {

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(
              Objects.requireNonNull(
                  CloudEventsTest.class.getResourceAsStream("/cloudevents/event.schema.json")));

  private static void assertValid(byte[] body) {
    assertThat(mistakes(new String(body, StandardCharsets.UTF_8))).isEmpty();
  }

  private static List<Error> mistakes(String json) {
    return SCHEMA.validate(
        json,
        InputFormat.JSON,
        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\"}",
        "{\"specversion\":1.0,\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"}",
        "{\"specversion\":\"1.0\",\"id\":\"\",\"source\":\"/a\",\"type\":\"t\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/ b\",\"type\":\"t\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\",\"time\":\"today\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\",\"partitionKey\":\"k\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\",\"key\":{}}",
        "[{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\",\"subject\":\"\"}]",
      })
  void wouldBeFoundOut(String invalid) {
    assertThat(mistakes(invalid)).isNotEmpty();
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
      assertValid(request.body());
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
    assertThat(batch).hasSize(4);
    assertValid(request.body());
  }

  @Test
  void carryTestDeliveriesToo() {
    Subscription spec = spec("{\"format\": \"cloudevents\"}");
    Body body = TestEvent.body("test-1", spec, "/walrelay/test");

    assertValid(body.bytes());
  }
}
