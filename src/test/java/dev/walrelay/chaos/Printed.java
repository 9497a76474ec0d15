package dev.walrelay.chaos;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Events as {@code test_decoding} would print the changes that they tell of. */
final class Printed {

  private Printed() {}

  static String of(JsonNode event) {
    String xid = event.has("xid") ? event.path("xid").asString() + " " : "";
    String op = event.path("op").stringValue();
    return xid
        + switch (op) {
          case "insert" -> "table public.account: INSERT: " + row(event);
          case "update" -> "table public.account: UPDATE: " + oldKey(event) + row(event);
          case "delete" ->
              "table public.account: DELETE: id[bigint]:" + event.path("key").path("id");
          case "message" -> message(event);
          default -> op;
        };
  }

  private static String oldKey(JsonNode event) {
    return event.has("old_key")
        ? "old-key: id[bigint]:" + event.path("old_key").path("id") + " new-tuple: "
        : "";
  }

  private static String row(JsonNode event) {
    JsonNode after = event.path("after");
    boolean unchanged = event.path("unchanged").toString().equals("[\"note\"]");
    String note = unchanged ? "unchanged-toast-datum" : "'" + after.path("note").asString() + "'";
    return "id[bigint]:%s writer[integer]:%s amount[integer]:%s note[text]:%s sum[text]:'%s'"
        .formatted(
            after.path("id"),
            after.path("writer"),
            after.path("amount"),
            note,
            after.path("sum").asString());
  }

  private static String message(JsonNode event) {
    String content = event.path("content").asString();
    return "message: transactional: %d prefix: %s, sz: %d content:%s"
        .formatted(
            event.path("transactional").booleanValue() ? 1 : 0,
            event.path("prefix").stringValue(),
            content.length(),
            content);
  }

  /** Whether a row's checksum is right, where all of the row is there. */
  static boolean isIntact(JsonNode event) {
    JsonNode after = event.path("after");
    return !after.has("note") || md5(after).equals(after.path("sum").stringValue());
  }

  private static String md5(JsonNode row) {
    String text =
        Stream.of("id", "writer", "amount", "note")
            .map(column -> row.path(column).asString())
            .collect(Collectors.joining(","));
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
