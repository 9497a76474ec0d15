package dev.walrelay.delivery.webhook;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that a {@link Receiver} got, with names of headers in lower case.
 *
 * @param latin1 the body, a character for each byte
 */
public record Request(String line, Map<String, String> headers, String latin1) {

  private static final Pattern EVENT_ID =
      Pattern.compile("\\{\"id\":\"([0-9A-F]{16}-[0-9A-F]{8})\"");

  static Request of(String line, Map<String, String> headers, byte[] body) {
    return new Request(line, headers, new String(body, StandardCharsets.ISO_8859_1));
  }

  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }

  public String id() {
    return header("webhook-id");
  }

  byte[] body() {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  public String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** The ids of the events in the body. */
  public List<String> eventIds() {
    List<String> ids = new ArrayList<>();
    Matcher matcher = EVENT_ID.matcher(latin1);
    while (matcher.find()) {
      ids.add(matcher.group(1));
    }
    return ids;
  }
}
