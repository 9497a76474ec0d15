package dev.walrelay.delivery.sse;

import static dev.walrelay.delivery.ApiSchemas.array;
import static dev.walrelay.delivery.ApiSchemas.choice;
import static dev.walrelay.delivery.ApiSchemas.integer;
import static dev.walrelay.delivery.ApiSchemas.named;

import dev.walrelay.delivery.ApiDescription;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/**
 * Describes {@code GET /v1/events}, whose handler takes the request as it is: it chooses the form
 * of the answer itself, and complains of parameters that it does not know.
 */
public final class EventsOperation implements GlobalOpenApiCustomizer {

  private static final String QUERY = "query";

  @Override
  public void customise(OpenAPI api) {
    if (api.getComponents() == null) {
      api.components(new Components());
    }
    api.getComponents().addSchemas("Event", EventSchema.event());
    api.getComponents().addSchemas("EventPage", EventSchema.page());
    PathItem events = api.getPaths().get(EventsController.PATH);
    if (events != null) {
      describe(events.getGet());
    }
  }

  private static void describe(Operation operation) {
    operation
        .operationId("events")
        .tags(List.of("events"))
        .summary("Read events")
        .description(
            "As a stream that never ends, as lines, or as a page, whichever the `Accept` header asks"
                + " for. Where to start is said by `Last-Event-ID`, else `lastEventId`, else `after`,"
                + " else `from`.")
        .parameters(parameters())
        .responses(responses());
  }

  private static List<Parameter> parameters() {
    return List.of(
        parameter("Last-Event-ID", "header", EventSchema.id(), "Read on after this event.")
            .example(EventSchema.EXAMPLE_ID),
        parameter(
                "lastEventId",
                QUERY,
                EventSchema.id(),
                "The same, as polyfills of `EventSource` send it; empty is none, and the last of"
                    + " several counts.")
            .example(EventSchema.EXAMPLE_ID),
        parameter("after", QUERY, EventSchema.id(), "Read on after this event.")
            .example(EventSchema.EXAMPLE_ID),
        parameter(
                "from",
                QUERY,
                new StringSchema()._default("latest"),
                "`earliest`, `latest`, an RFC 3339 time or an LSN.")
            .example("2026-11-30T09:21:20Z"),
        parameter(
            "gap",
            QUERY,
            choice(List.of("skip")),
            "Where events are no longer stored, or the id is another log's, go on with the"
                + " earliest after a `gap` event."),
        parameter(
                "table",
                QUERY,
                array(new StringSchema()),
                "Rows of these tables: `public.orders`, `public.*`, `orders` in any schema.")
            .example(List.of("public.orders")),
        parameter("op", QUERY, array(EventSchema.op()), "These operations."),
        parameter(
                "prefix",
                QUERY,
                array(new StringSchema()),
                "Messages with these prefixes; `*` and `?` are wildcards.")
            .example(List.of("billing.*")),
        parameter("filter", QUERY, new StringSchema(), "A CEL expression over the event's members.")
            .example("op == 'update' && after.status == 'paid'"),
        parameter(
            "limit",
            QUERY,
            integer(1, EventsRequest.MAX_LIMIT, EventsRequest.DEFAULT_LIMIT),
            "The most events that lines or a page have; not for streams."),
        parameter(
                "wait",
                QUERY,
                new StringSchema(),
                "Hold lines or a page back until there is an event, up to 60s; not for streams.")
            .example("20s"));
  }

  private static Parameter parameter(String name, String in, Schema<?> schema, String description) {
    return new Parameter().name(name).in(in).schema(schema).description(description);
  }

  private static ApiResponses responses() {
    ApiResponses responses = new ApiResponses();
    responses.addApiResponse("200", new ApiResponse().description("Events.").content(forms()));
    for (HttpStatus failure : List.of(HttpStatus.NOT_ACCEPTABLE, HttpStatus.GONE)) {
      responses.addApiResponse(String.valueOf(failure.value()), ApiDescription.problem(failure));
    }
    return responses;
  }

  private static Content forms() {
    String event = EventSchema.EXAMPLE;
    String page = "{\"events\":[%s],\"next\":\"%s\"}".formatted(event, EventSchema.EXAMPLE_ID);
    String frame = "id: %s\nevent: update\ndata: %s\n\n".formatted(EventSchema.EXAMPLE_ID, event);
    return new Content()
        .addMediaType(
            "application/json",
            new MediaType()
                .schema(named("EventPage"))
                .example(JsonMapper.shared().readValue(page, Object.class)))
        .addMediaType("application/x-ndjson", text(event + "\n"))
        .addMediaType("text/event-stream", text(frame));
  }

  private static MediaType text(String example) {
    return new MediaType().schema(new StringSchema()).example(example);
  }
}
