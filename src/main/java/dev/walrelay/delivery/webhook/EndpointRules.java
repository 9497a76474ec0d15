package dev.walrelay.delivery.webhook;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What headers a subscription may have. */
final class EndpointRules {

  /** Stands for the value of a header in answers, and in a change for the one that is there. */
  static final String HIDDEN = "***";

  private static final int MAX_HEADERS = 50;
  private static final int MAX_HEADER = 4096;
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");

  /** Those of the connection, and those that say what the body is. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "content-type",
          "content-encoding",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "upgrade",
          "expect");

  private EndpointRules() {}

  /** Checks headers; the names of the map that is returned know no case. */
  static Map<String, String> headers(Map<String, String> headers) {
    if (headers.size() > MAX_HEADERS) {
      throw new IllegalArgumentException("there are more than %d".formatted(MAX_HEADERS));
    }
    headers.forEach(EndpointRules::header);
    Map<String, String> checked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        (name, value) -> {
          if (checked.put(name, value) != null) {
            throw new IllegalArgumentException(
                "'%s' is there twice, since upper and lower case are the same in the name of a header"
                    .formatted(name));
          }
        });
    return Collections.unmodifiableMap(checked);
  }

  private static void header(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'%s' is not the name of a header".formatted(name));
    }
    if (RESERVED.contains(lower) || lower.startsWith("webhook-")) {
      throw new IllegalArgumentException("'%s' is set by the service itself".formatted(name));
    }
    if (value.equals(HIDDEN)) {
      throw new IllegalArgumentException(
          "the value of '%s' is ***, which keeps the value that is there, and there is none; send the value itself"
              .formatted(name));
    }
    if (value.length() > MAX_HEADER || !HEADER_VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "the value of '%s' is longer than %d characters or has others than printable ASCII"
              .formatted(name, MAX_HEADER));
    }
  }
}
