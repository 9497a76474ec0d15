package dev.walrelay.delivery.webhook;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.HttpHost;

/**
 * Where events are sent, as somebody has written it and as it goes over the wire: the name in
 * punycode, path and query percent-encoded as UTF-8. {@link URI} would not do, since it knows no
 * host whose name has an underscore or other letters than those of ASCII.
 *
 * @param text as it was written
 * @param host that is connected to, and named in the request
 * @param target path and query of the request
 */
record EndpointUrl(String text, HttpHost host, String target) {

  private static final int MAX_LENGTH = 2048;
  private static final int MAX_PORT = 65_535;

  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>https?)://(?<authority>[^/?#\\\\]*)(?<path>(/[^?#]*)?)(?<query>(\\?[^#]*)?)(?<fragment>(#.*)?)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern AUTHORITY =
      Pattern.compile("(?<name>\\[[^\\[\\]]*]|[^:\\[\\]]*)(:(?<port>.*))?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.?");
  private static final Pattern PORT = Pattern.compile("0*[0-9]{1,5}");
  private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  /** What the rules of 2003 replace, and those of 2008 keep: two names for the same text. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00DF\u1E9E\u03C2\u200C\u200D]");

  /** What may stand in a path (RFC 3986), and the percent sign of what is encoded already. */
  private static final BitSet IN_PATH =
      characters(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/%");

  /** Brackets are no part of a query either, but always were sent as they are. */
  private static final BitSet IN_QUERY = characters("?[]");

  static {
    IN_QUERY.or(IN_PATH);
  }

  private static BitSet characters(String characters) {
    BitSet set = new BitSet();
    characters.chars().forEach(set::set);
    return set;
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if events cannot be sent there; the message does not show it
   */
  static EndpointUrl parse(String text) {
    Matcher url = URL.matcher(checked(text));
    if (!url.matches()) {
      throw new IllegalArgumentException("it is not a URL that begins with http:// or https://");
    }
    if (url.group("authority").indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "it holds a user or password, which would show up in logs; use headers instead");
    }
    if (!url.group("fragment").isEmpty()) {
      throw new IllegalArgumentException("it has a fragment (#), which is never sent");
    }
    HttpHost host = host(url.group("scheme"), url.group("authority"));
    StringBuilder target = new StringBuilder(text.length());
    encode(url.group("path").isEmpty() ? "/" : url.group("path"), IN_PATH, target);
    encode(url.group("query"), IN_QUERY, target);
    return new EndpointUrl(text, host, target.toString());
  }

  private static String checked(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("it is longer than %d characters".formatted(MAX_LENGTH));
    }
    if (!text.equals(text.strip())) {
      throw new IllegalArgumentException("it begins or ends with a space");
    }
    if (text.codePoints().anyMatch(EndpointUrl::isNoText)) {
      throw new IllegalArgumentException("it has a control character");
    }
    if (LONE_PERCENT.matcher(text).find()) {
      throw new IllegalArgumentException(
          "it has a % without two hexadecimal digits behind it; write %25 for the sign itself");
    }
    return text;
  }

  private static boolean isNoText(int codePoint) {
    return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
  }

  private static HttpHost host(String scheme, String text) {
    Matcher authority = AUTHORITY.matcher(text);
    if (!authority.matches()) {
      throw notAHost();
    }
    int port = Optional.ofNullable(authority.group("port")).map(EndpointUrl::port).orElse(-1);
    return new HttpHost(scheme.toLowerCase(Locale.ROOT), name(authority.group("name")), port);
  }

  private static int port(String text) {
    if (text.isEmpty()) {
      return -1;
    }
    int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("its port is not a number from 1 to " + MAX_PORT);
    }
    return port;
  }

  private static String name(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("it names no host");
    }
    if (text.charAt(0) == '[') {
      return address(text);
    }
    String name = text.chars().allMatch(character -> character < 0x80) ? text : punycode(text);
    if (!NAME.matcher(name).matches()) {
      throw notAHost();
    }
    return name;
  }

  private static String address(String bracketed) {
    try {
      if (new URI("http://" + bracketed).getHost() == null) {
        throw notAHost();
      }
      return bracketed;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("its host is not an IPv6 address", e);
    }
  }

  private static String punycode(String name) {
    if (AMBIGUOUS.matcher(name).find()) {
      throw new IllegalArgumentException(
          "its host has a letter that older and newer rules take for another name; write that name in punycode (xn--...)");
    }
    try {
      return IDN.toASCII(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "its host is not an international name that is known here; write it in punycode (xn--...)",
          e);
    }
  }

  private static IllegalArgumentException notAHost() {
    return new IllegalArgumentException(
        "its host is neither a name of letters, digits, hyphens and underscores nor an IP address");
  }

  private static void encode(String text, BitSet kept, StringBuilder out) {
    for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
      if (next >= 0 && kept.get(next)) {
        out.append((char) next);
      } else {
        out.append("%%%02X".formatted(next));
      }
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
