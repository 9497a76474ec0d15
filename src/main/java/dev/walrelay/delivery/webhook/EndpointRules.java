package dev.walrelay.delivery.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What URLs and headers a subscription may have. */
final class EndpointRules {

  private static final int MAX_URL = 2048;
  private static final int MAX_HEADERS = 50;
  private static final int MAX_HEADER = 4096;
  private static final int MAX_PORT = 65_535;
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

  static URI url(String text) {
    URI url = parse(text);
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("it begins with neither http:// nor https://");
    }
    if (url.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "it holds a user or password, which would show up in logs; use headers instead");
    }
    if (url.getHost() == null || url.getPort() == 0 || url.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("it has no valid host and port");
    }
    if (url.getRawFragment() != null) {
      throw new IllegalArgumentException("it has a fragment (#), which is never sent");
    }
    return url;
  }

  private static URI parse(String text) {
    if (text.length() > MAX_URL) {
      throw new IllegalArgumentException("it is longer than %d characters".formatted(MAX_URL));
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "it is not a URL (%s at %d)".formatted(e.getReason(), e.getIndex()), e);
    }
  }

  static Map<String, String> headers(Map<String, String> headers) {
    if (headers.size() > MAX_HEADERS) {
      throw new IllegalArgumentException("there are more than %d".formatted(MAX_HEADERS));
    }
    headers.forEach(EndpointRules::header);
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : headers.keySet()) {
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            "'%s' is there twice, since upper and lower case are the same in the name of a header"
                .formatted(name));
      }
    }
    return Map.copyOf(headers);
  }

  private static void header(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'%s' is not the name of a header".formatted(name));
    }
    if (RESERVED.contains(lower) || lower.startsWith("webhook-")) {
      throw new IllegalArgumentException("'%s' is set by the service itself".formatted(name));
    }
    if (value.length() > MAX_HEADER || !HEADER_VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "the value of '%s' is longer than %d characters or has others than printable ASCII"
              .formatted(name, MAX_HEADER));
    }
  }
}
