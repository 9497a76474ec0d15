package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.walrelay.delivery.InvalidParameterException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SubscriptionReaderTest {

  private static Subscription read(String json) {
    return SubscriptionReader.read(JsonMapper.shared().readTree(json));
  }

  @Test
  void fillsInTheDefaults() {
    Subscription subscription = read("{\"name\": \"a\", \"url\": \"https://example.com/x\"}");

    assertThat(SubscriptionJson.write(subscription))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"name": "a", "url": "https://example.com/x", "tables": [], "ops": [],
                     "prefixes": [], "filter": null, "start": "latest", "format": "native",
                     "batch": {"max_events": 1, "max_bytes": 1048576, "linger": "0ms"},
                     "ordering": "strict", "concurrency": 1, "headers": {}, "timeout": "15s",
                     "retry": {"initial": "1s", "max": "5m", "max_attempts": 12},
                     "compression": "none", "signature": "v1",
                     "ssl_bundle": null, "oauth2_client": null}\
                    """));
  }

  @Test
  void readsBackWhatItWrites() {
    Subscription subscription =
        read(
            """
            {"name": "a.B-c_1", "url": "http://[::1]:8080/x?y=z", "tables": ["public.*", "\\"a.b\\".c"],
             "ops": ["insert"], "prefixes": ["audit.*"], "filter": "op == 'insert'",
             "start": "0000000000000001-00000001", "format": "cloudevents",
             "batch": {"max_events": 100, "max_bytes": 2048, "linger": "250ms"},
             "ordering": "key", "concurrency": 8, "headers": {"X-A": "b c"}, "timeout": "PT1M",
             "retry": {"initial": "10ms", "max": "2h", "max_attempts": 3},
             "compression": "gzip", "signature": "v1a",
             "ssl_bundle": "partner", "oauth2_client": "shop"}\
            """);

    assertThat(SubscriptionJson.parse(SubscriptionJson.write(subscription).toString()))
        .isEqualTo(subscription);
    assertThat(subscription.timeout()).isEqualTo(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name        | \"name\": null                                        | missing",
        "name        | \"name\": \"a/b\"                                     | letters",
        "name        | \"name\": 5                                           | not a string",
        "url         | \"url\": null                                         | missing",
        "url         | \"url\": \"ftp://example.com\"                        | http",
        "url         | \"url\": \"https://me:pw@example.com\"                | user",
        "url         | \"url\": \"https:///x\"                               | host",
        "url         | \"url\": \"https://example.com:99999\"                | port",
        "url         | \"url\": \"https://example.com/#a\"                   | fragment",
        "url         | \"url\": \"not a url\"                                | not a URL",
        "url         | \"url\": \"http:opaque\"                              | not a URL",
        "url         | \"url\": \"http://a.example\\\\@b.example/\"        | not a URL",
        "url         | \"url\": \"http://:80/\"                              | no host",
        "url         | \"url\": \"http://a.example:0/\"                      | from 1 to 65535",
        "url         | \"url\": \"http://a.example:8o/\"                     | from 1 to 65535",
        "url         | \"url\": \"http://a b.example/\"                      | underscores",
        "url         | \"url\": \"http://a..example/\"                       | underscores",
        "url         | \"url\": \"http://a%41.example/\"                     | underscores",
        "url         | \"url\": \"http://\u2100.example/\"                   | underscores",
        "url         | \"url\": \"http://::1/\"                              | from 1 to 65535",
        "url         | \"url\": \"http://[::1/\"                             | underscores",
        "url         | \"url\": \"http://[1.2.3.4]/\"                        | IPv6",
        "url         | \"url\": \"http://fa\u00DF.example/\"                 | punycode",
        "url         | \"url\": \"http://\uD83D\uDE00.example/\"             | punycode",
        "url         | \"url\": \"http://a.example/100%\"                    | %25",
        "url         | \"url\": \"http://a.example/\\u0007\"                | control",
        "url         | \"url\": \"http://a.example/\\ud800\"                | control",
        "url         | \"url\": \"http://a.example/ \"                       | space",
        "color       | \"color\": \"red\"                                    | known are",
        "tables      | \"tables\": [\"a.b.c\"]                               | more than one dot",
        "tables      | \"tables\": \"orders\"                                | array",
        "ops         | \"ops\": [\"upsert\"]                                 | none of",
        "prefixes    | \"prefixes\": [\"\"]                                  | empty",
        "filter      | \"filter\": \"op ==\"                                 | at 6",
        "start       | \"start\": \"soon\"                                   | none of",
        "format      | \"format\": \"xml\"                                   | native, cloudevents",
        "batch       | \"batch\": 5                                          | not a JSON object",
        "batch.size  | \"batch\": {\"size\": 5}                              | max_events",
        "batch.max_events | \"batch\": {\"max_events\": 0}                   | from 1",
        "batch.max_events | \"batch\": {\"max_events\": 1.5}                 | whole number",
        "batch.max_bytes  | \"batch\": {\"max_bytes\": 5}                    | from 1024",
        "batch.linger     | \"batch\": {\"linger\": \"5\"}                   | not a time",
        "batch.linger     | \"batch\": {\"linger\": \"2m\"}                  | from 0ms to 1m",
        "ordering    | \"ordering\": \"none\"                                | strict, key",
        "concurrency | \"concurrency\": 2                                    | key",
        "concurrency | \"ordering\": \"key\", \"concurrency\": 1000          | from 1 to 64",
        "headers     | \"headers\": {\"Host\": \"x\"}                        | set by the service",
        "headers     | \"headers\": {\"content-LENGTH\": \"x\"}              | set by the service",
        "headers     | \"headers\": {\"Webhook-Id\": \"x\"}                  | set by the service",
        "headers     | \"headers\": {\"a b\": \"x\"}                         | name of a header",
        "headers     | \"headers\": {\"a\": \"x\\r\\ny: z\"}                 | printable",
        "headers     | \"headers\": {\"A\": \"***\"}                       | send the value itself",
        "headers     | \"headers\": {\"X-A\": \"1\", \"x-a\": \"2\"}             | there twice",
        "headers.a   | \"headers\": {\"a\": 1}                               | not a string",
        "timeout     | \"timeout\": \"0s\"                                   | from 1ms",
        "timeout     | \"timeout\": 15                                       | not a string",
        "retry.initial | \"retry\": {\"initial\": \"2d\"}                    | from 1ms",
        "retry.max   | \"retry\": {\"max\": \"1ms\"}                         | shorter",
        "retry.max_attempts | \"retry\": {\"max_attempts\": 0}               | from 1",
        "compression | \"compression\": \"br\"                               | none, gzip",
        "signature   | \"signature\": \"md5\"                                | v1, v1a",
        "ssl_bundle  | \"ssl_bundle\": 5                                     | not a string",
        "oauth2_client | \"oauth2_client\": \"a\", \"headers\": {\"authorization\": \"b\"} | headers",
      })
  void namesTheFieldThatIsWrong(String field, String json, String message) {
    String name = json.contains("\"name\"") ? "" : "\"name\": \"a\", ";
    String url = json.contains("\"url\"") ? "" : "\"url\": \"http://a.example\", ";
    InvalidParameterException invalid =
        catchThrowableOfType(
            InvalidParameterException.class, () -> read("{" + name + url + json + "}"));

    assertThat(invalid.parameter()).isEqualTo(field);
    assertThat(invalid).hasMessageContaining(message);
  }

  @Test
  void patchesFieldsAndRestoresDefaults() {
    Subscription subscription =
        read(
            """
            {"name": "a", "url": "http://a.example", "timeout": "1s", "filter": "true",
             "batch": {"max_events": 5, "linger": "1s"}, "headers": {"A": "1", "B": "2"}}\
            """);
    Subscription patched =
        SubscriptionJson.patch(
            subscription,
            JsonMapper.shared()
                .readTree(
                    """
                    {"timeout": null, "filter": null, "batch": {"max_events": 7},
                     "headers": {"A": null, "C": "3"}}\
                    """));

    assertThat(patched.timeout()).isEqualTo(Duration.ofSeconds(15));
    assertThat(patched.filter()).isNull();
    assertThat(patched.batch())
        .isEqualTo(new Subscription.Batch(7, 1 << 20, Duration.ofSeconds(1)));
    assertThat(patched.headers()).isEqualTo(Map.of("B", "2", "C", "3"));
  }

  @Test
  void showsNoPasswordOfAUrl() {
    InvalidParameterException invalid =
        catchThrowableOfType(
            InvalidParameterException.class,
            () -> read("{\"name\": \"a\", \"url\": \"http://me:hidden@a.example/%\"}"));

    for (Throwable cause = invalid; cause != null; cause = cause.getCause()) {
      assertThat(cause).hasMessageNotContaining("hidden");
    }
  }

  @Test
  void keepsAHeaderWhoseValueIsHiddenAndKnowsNoCaseInNames() {
    Subscription subscription =
        read(
            """
            {"name": "a", "url": "http://a.example",
             "headers": {"Authorization": "Bearer 1", "X-A": "1", "X-B": "2"}}\
            """);
    Subscription patched =
        SubscriptionJson.patch(
            subscription,
            JsonMapper.shared()
                .readTree(
                    """
                    {"headers": {"authorization": "***", "x-a": "3", "X-b": null}}\
                    """));

    assertThat(patched.headers()).isEqualTo(Map.of("Authorization", "Bearer 1", "x-a", "3"));
    assertThat(patched.toString()).doesNotContain("Bearer");
  }

  @Test
  void namesTheSettingOfADeclaredSubscription() {
    List<Map<String, Object>> declared =
        List.of(
            Map.of("name", "a", "url", "http://a.example"),
            Map.of("name", "b", "url", "http://a.example", "batch", Map.of("max_events", 0)));

    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> Declarations.read(declared, _ -> {}))
        .withMessageContaining("walrelay.subscriptions[1].batch.max-events: it is not");
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(
            () -> Declarations.read(List.of(declared.getFirst(), declared.getFirst()), _ -> {}))
        .withMessageContaining("walrelay.subscriptions[1].name")
        .withMessageContaining("twice");
  }
}
