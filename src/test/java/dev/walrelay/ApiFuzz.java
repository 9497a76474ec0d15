package dev.walrelay;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Makes bad requests out of the description of the API: the same ones for the same seed. */
final class ApiFuzz {

  /** Percent-encoded where they would end the request line, and sometimes wrongly so. */
  private static final List<String> HOSTILE =
      List.of(
          "",
          "%20",
          "%00",
          "a%00b",
          "%FF%FE",
          "%C0%AF",
          "%ED%A0%80",
          "%F0%9F%90%98",
          "%zz",
          "%",
          "%0D%0AX-Injected:%201",
          "-1",
          "0",
          "99999999999999999999999999",
          "1e999",
          "NaN",
          "null",
          "true",
          "%5B%5D",
          "%7B%22a%22:1%7D",
          "'%20OR%201=1--",
          "..%2F..%2Fetc%2Fpasswd",
          "$%7Bjndi:x%7D",
          "*",
          "*.*",
          "%22",
          "a.b.c.d",
          "2026-13-45T99:99:99Z",
          "+999999999-12-31T23:59:59Z",
          "FFFFFFFF/FFFFFFFF",
          "FFFFFFFFFFFFFFFF-FFFFFFFF",
          "PT99999999999H",
          "x".repeat(6000));

  private static final List<String> HOSTILE_JSON =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "1e999",
          "99999999999999999999999999",
          "\"\"",
          "\"\\u0000\"",
          "\"\\uD800\"",
          "\"é\"",
          "\"%s\"".formatted("x".repeat(100_000)),
          "[]",
          "{}",
          "[null]",
          "[[[[{}]]]]",
          "{\"a\":{\"b\":[1]}}");

  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "[]",
          "null",
          "\"text\"",
          "{\"a\":1,\"a\":2}",
          "{\"unknown\":true}",
          "[".repeat(20_000),
          "{\"a\":".repeat(2_000),
          "\u0000\u0001",
          "a=b&c=d",
          "<a/>");

  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW");

  private static final List<String> MEDIA_TYPES =
      List.of(
          "application/json",
          "application/json;charset=UTF-16",
          "application/x-ndjson",
          "text/event-stream",
          "application/problem+json",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "application/xml",
          "application/yaml",
          "text/html",
          "*/*;q=0",
          "nonsense",
          "a/b/c;;;=",
          "é");

  private final Random random;

  ApiFuzz(long seed) {
    random = new Random(seed);
  }

  /** A bad request for an operation, which may also turn out to be a good one. */
  byte[] request(String path, String method, JsonNode operation, String token) {
    StringBuilder head = new StringBuilder();
    head.append(chance(10) ? pick(METHODS) : method)
        .append(' ')
        .append(target(path, operation))
        .append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    if (!chance(20)) {
      head.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    header(head, "Accept", 3);
    byte[] body = {};
    if (operation.has("requestBody") ? !chance(20) : chance(20)) {
      body = body(operation);
      header(head, "Content-Type", operation.has("requestBody") ? 8 : 2);
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.path("in").stringValue().equals("header") && chance(3)) {
        head.append(parameter.path("name").stringValue())
            .append(": ")
            .append(pick(HOSTILE))
            .append("\r\n");
      }
    }
    return concat(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8), body);
  }

  /** One in so many has a strange value, of the others some none at all. */
  private void header(StringBuilder head, String name, int oneIn) {
    if (chance(oneIn)) {
      head.append(name).append(": ").append(pick(MEDIA_TYPES)).append("\r\n");
    } else if (random.nextBoolean()) {
      head.append(name).append(": application/json\r\n");
    }
  }

  private String target(String path, JsonNode operation) {
    String target = path;
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : operation.path("parameters")) {
      String name = parameter.path("name").stringValue();
      switch (parameter.path("in").stringValue()) {
        case "path" -> target = target.replace("{" + name + "}", pick(HOSTILE));
        case "query" -> {
          if (chance(3)) {
            query.add(name + "=" + pick(HOSTILE));
          }
        }
        default -> {}
      }
    }
    if (chance(15)) {
      query.add(pick(HOSTILE) + "=" + pick(HOSTILE));
    }
    if (chance(30)) {
      target += "/" + pick(HOSTILE);
    }
    return query.isEmpty() ? target : target + "?" + String.join("&", query);
  }

  private byte[] body(JsonNode operation) {
    if (chance(4)) {
      return pick(BODIES).getBytes(StandardCharsets.UTF_8);
    }
    String fields =
        fields(operation).stream()
            .filter(_ -> random.nextInt(3) > 0)
            .map(name -> "\"%s\":%s".formatted(name, pick(HOSTILE_JSON)))
            .collect(Collectors.joining(",", "{", "}"));
    byte[] bytes = fields.getBytes(StandardCharsets.UTF_8);
    if (chance(10)) {
      bytes[random.nextInt(bytes.length)] = (byte) 0xFF;
    }
    return bytes;
  }

  private static List<String> fields(JsonNode operation) {
    JsonNode schema =
        operation.path("requestBody").path("content").path("application/json").path("schema");
    List<String> fields = new ArrayList<>(schema.path("properties").propertyNames());
    fields.add("surprise");
    return fields;
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private String pick(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static byte[] concat(byte[] head, byte[] body) {
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }
}
