package dev.walrelay.delivery.sse;

import static dev.walrelay.delivery.ApiSchemas.array;
import static dev.walrelay.delivery.ApiSchemas.choice;
import static dev.walrelay.delivery.ApiSchemas.described;
import static dev.walrelay.delivery.ApiSchemas.map;
import static dev.walrelay.delivery.ApiSchemas.named;
import static dev.walrelay.delivery.ApiSchemas.text;
import static dev.walrelay.delivery.ApiSchemas.texts;

import dev.walrelay.event.Op;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.Arrays;
import java.util.List;

/** Describes an event and a page of events for the API's description. */
final class EventSchema {

  static final String EXAMPLE_ID = "0000000001B8B758-00000001";

  static final String EXAMPLE =
      """
      {"id":"0000000001B8B758-00000001","op":"update","schema":"public","table":"orders","lsn":"0/1B8B630","commit_lsn":"0/1B8B758","commit_time":"2026-11-30T09:21:20.502622Z","xid":755,"key":{"id":1},"after":{"id":1,"status":"paid","total":"50.17"}}""";

  private EventSchema() {}

  static Schema<?> event() {
    Schema<?> event = new ObjectSchema();
    event.setDescription("One change. Members that do not apply are left out.");
    event.setRequired(List.of("id", "op"));
    event.addProperty("id", described("Place in the stream; sorts as a plain string.", id()));
    event.addProperty("op", op());
    event.addProperty("schema", text("Of a row."));
    event.addProperty("table", text("Of a row."));
    event.addProperty("prefix", text("Of a logical decoding message."));
    event.addProperty(
        "transactional",
        described("Whether a message is part of a transaction.", new BooleanSchema()));
    event.addProperty("content", described("Of a message.", new Schema<>()));
    event.addProperty(
        "content_encoding", described("Of content.", choice(List.of("json", "text", "base64"))));
    event.addProperty("lsn", text("The change's own position, such as 0/1A2B310."));
    event.addProperty("commit_lsn", text("Of its transaction."));
    event.addProperty("commit_time", text("Of its transaction, RFC 3339 in UTC."));
    event.addProperty("xid", described("Of its transaction.", new IntegerSchema().format("int64")));
    event.addProperty("origin", text("The replication origin of its transaction."));
    event.addProperty("key", map("The row's identity now."));
    event.addProperty("old_key", map("The row's identity before, if it changed."));
    event.addProperty("before", map("The old row, under replica identity FULL."));
    event.addProperty("after", map("The new row."));
    event.addProperty("unchanged", texts("Columns whose value the server did not send."));
    event.addProperty("changed", texts("Columns whose value differs, where before is there."));
    event.addProperty("options", texts("Of a truncate: cascade, restart_identity."));
    event.addProperty("reason", text("Of a gap: why events may be missing."));
    event.addProperty("last_id", described("Of a gap: the last event before it.", id()));
    return event;
  }

  static Schema<?> page() {
    Schema<?> page = new ObjectSchema();
    page.setRequired(List.of("events", "next"));
    page.addProperty("events", array(named("Event")));
    page.addProperty("next", described("Read on with after=<next>.", id()));
    return page;
  }

  static Schema<String> op() {
    return choice(Arrays.stream(Op.values()).map(Op::text).toList());
  }

  static Schema<String> id() {
    Schema<String> id = new StringSchema();
    id.setPattern("^[0-9A-F]{16}-[0-9A-F]{8}$");
    return id;
  }
}
