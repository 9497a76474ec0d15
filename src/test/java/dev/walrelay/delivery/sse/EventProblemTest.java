package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.SourceIdentity;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventProblemTest extends WithEventLog {

  private static final List<String> ACCEPTED =
      List.of("text/event-stream", "application/x-ndjson", "application/json", "*/*");

  private EventsServer server;

  @Override
  long maxLogBytes() {
    return 1;
  }

  @BeforeEach
  void start() {
    server = EventsServer.start(log);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void namesTheParameterThatIsWrong() throws Exception {
    assertInvalid("after", "?after=12", "'12' is not an event id like");
    assertInvalid("after", "?after=", "'' is not an event id like");
    assertInvalid("after", "?after=1&after=2", "given 2 times");
    assertInvalid("lastEventId", "?lastEventId=12", "'12' is not an event id like");
    assertInvalid("from", "?from=yesterday", "'yesterday' is none of earliest, latest");
    assertInvalid("from", "?from=0/XYZ", "'0/XYZ' is not a log sequence number like 0/1A2B310");
    assertInvalid("from", "?from=2026-11-30T25:00:00Z", "RFC 3339");
    assertInvalid("gap", "?gap=ignore", "'ignore' is not skip");
    assertInvalid("table", "?table=a.b.c", "more than one dot");
    assertInvalid("table", "?table=a&table=", "empty");
    assertInvalid("op", "?op=insert,upsert", "'upsert' is none of insert, update");
    assertInvalid("op", "?op=", "'' is none of");
    assertInvalid("prefix", "?prefix=", "empty");
    assertInvalid("filters", "?filters=true", "no such parameter");
    assertInvalid("tables", "?tables=public.orders", "table");
  }

  @Test
  void namesWhatIsWrongWithAPage() throws Exception {
    for (String limit : List.of("0", "10001", "-1", "ten", "", "99999999999")) {
      assertPageInvalid("limit", "?limit=" + limit, "'" + limit + "' is not a number from 1");
    }
    for (String wait : List.of("20", "61s", "2m", "-PT1S", "soon", "", "999999999m", "20 s")) {
      assertPageInvalid(
          "wait", "?wait=" + wait.replace(" ", "%20"), "'" + wait + "' is not a time from 0s");
    }
  }

  @Test
  void refusesPageParametersOnAStream() throws Exception {
    assertProblem(server.page("text/event-stream", "?limit=5"), 400, "limit");
    assertProblem(server.page("text/event-stream", "?wait=5s"), 400, "wait");
  }

  @Test
  void namesTheHeaderThatIsWrong() throws Exception {
    JsonNode problem =
        assertProblem(
            server.send(
                server.request(
                    "GET",
                    "/v1/events",
                    "Accept",
                    "text/event-stream",
                    "Last-Event-ID",
                    "00000000000000-1")),
            400,
            "'00000000000000-1' is not an event id");
    assertThat(problem.get("parameter").asString()).isEqualTo("Last-Event-ID");
  }

  @Test
  void checksWhatAnotherParameterOverrides() throws Exception {
    assertInvalid("from", "?from=unknown&after=" + id(1), "'unknown'");
  }

  @Test
  void refusesAQueryThatDoesNotDecode() throws Exception {
    String response = RawRequest.send(server.port(), "GET /v1/events?table=%zz HTTP/1.1");
    assertThat(response).startsWith("HTTP/1.1 400").contains("application/problem+json");
  }

  @Test
  void saysWhatIsTheEarliestWhenTheIdIsGone() throws Exception {
    append(Events.batch(1, 5, 300_000));
    append(Events.batch(6, 5, 300_000));
    log.retain();
    String earliest = log.earliest().orElseThrow().toString();
    assertThat(log.floor()).isGreaterThanOrEqualTo(Events.id(5));
    for (String accept : ACCEPTED) {
      for (String query : List.of("?after=" + id(2), "?from=0/2")) {
        JsonNode problem = assertProblem(server.page(accept, query), 410, "gap=skip");
        assertThat(problem.get("earliest").asString()).isEqualTo(earliest);
      }
      assertThat(server.page("application/json", "?after=" + log.floor()).statusCode())
          .isEqualTo(200);
    }
  }

  /** It must have been given out by another log: waiting for it would miss what is here. */
  @Test
  void saysWhatIsTheEarliestWhenTheIdIsOfAnotherLog() throws Exception {
    assertAhead(id(1), null);
    append(1, 5);
    log.identify(new SourceIdentity("7", 1, 0, 18));
    EventId last = Events.id(5);
    for (EventId ahead :
        List.of(
            new EventId(last.position(), last.ordinal() + 1),
            Events.id(6),
            EventId.of(1, new Lsn(1), 1),
            EventId.endOf(0, new Lsn(9)),
            EventId.awaiting(1, new Lsn(1)))) {
      assertAhead(ahead.toString(), id(1));
    }
    for (String accepted : List.of("after=" + last, "from=0/99", "from=2999-01-01T00:00:00Z")) {
      assertThat(server.page("application/json", "?" + accepted).statusCode()).isEqualTo(200);
    }
  }

  private void assertAhead(String ahead, @Nullable String earliest) throws Exception {
    for (String accept : ACCEPTED) {
      for (String parameter : List.of("after", "lastEventId")) {
        JsonNode problem =
            assertProblem(server.page(accept, "?" + parameter + "=" + ahead), 410, "gap=skip");
        assertThat(problem.get("detail").asString()).contains("has not come to " + ahead);
        assertThat(problem.path("earliest").asString(null)).isEqualTo(earliest);
      }
    }
    assertThat(server.send(server.request("HEAD", "/v1/events?after=" + ahead)).statusCode())
        .isEqualTo(410);
  }

  @Test
  void refusesWhatItCannotWrite() throws Exception {
    assertProblem(server.page("text/html", ""), 406, "Acceptable representations");
    assertProblem(server.page("nonsense", ""), 406, "");
  }

  @Test
  void refusesOtherMethodsAndPaths() throws Exception {
    HttpResponse<String> post = server.send(server.request("POST", "/v1/events"));
    assertProblem(post, 405, "POST");
    assertThat(post.headers().firstValue("Allow").orElse("")).contains("GET");
    assertProblem(server.send(server.request("GET", "/v1/event")), 404, "");
    assertProblem(server.send(server.request("GET", "/v1/events/")), 404, "");
  }

  @Test
  void saysWhichMethodsThereAre() throws Exception {
    HttpResponse<String> options = server.send(server.request("OPTIONS", "/v1/events"));
    assertThat(options.statusCode()).isEqualTo(200);
    assertThat(options.headers().firstValue("Allow").orElse("")).contains("GET", "HEAD");
  }

  private void assertInvalid(String parameter, String query, String detail) throws Exception {
    for (String accept : ACCEPTED) {
      assertInvalid(accept, parameter, query, detail);
    }
  }

  private void assertPageInvalid(String parameter, String query, String detail) throws Exception {
    assertInvalid("application/x-ndjson", parameter, query, detail);
    assertInvalid("application/json", parameter, query, detail);
  }

  private void assertInvalid(String accept, String parameter, String query, String detail)
      throws Exception {
    JsonNode problem = assertProblem(server.page(accept, query), 400, detail);
    assertThat(problem.get("parameter").asString()).isEqualTo(parameter);
    assertThat(problem.get("detail").asString()).startsWith(parameter + ": ");
  }

  private static JsonNode assertProblem(HttpResponse<String> response, int status, String detail) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    JsonNode problem = new JsonMapper().readTree(response.body());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("detail").asString()).contains(detail);
    return problem;
  }
}
