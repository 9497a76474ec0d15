package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of HTTP, asked to connect (CONNECT) to endpoints with TLS and to pass requests on to
 * others.
 *
 * @param username that it wants, or null
 * @param password that goes with it, or null
 * @param except hosts that are reached without it
 * @param allowed hosts that subscriptions of the API may reach through it whatever is known of
 *     their addresses here
 */
public record HttpProxy(
    String host,
    int port,
    @Nullable String username,
    @Nullable String password,
    HostPatterns except,
    HostPatterns allowed) {

  private static final String KEY = "walrelay.webhooks.proxy";
  private static final String EXPECTED =
      "it is not like http://proxy.example.com:3128 or http://user:password@proxy.example.com:3128";
  private static final int MAX_PORT = 65_535;

  /**
   * Reads the settings. What is wrong is said without the value, which may hold a password.
   *
   * @param url such as {@code http://proxy.example.com:3128}, with a user and a password or not
   * @param username in place of the one in the URL
   * @param password in place of the one in the URL
   * @throws InvalidParameterException if a setting is wrong; it names it
   */
  public static HttpProxy of(
      String url,
      @Nullable String username,
      @Nullable String password,
      List<String> noProxy,
      List<String> allowedHosts) {
    URI uri = parse(url);
    String[] inUrl = userInfo(uri);
    return new HttpProxy(
        uri.getHost(),
        uri.getPort(),
        username == null ? inUrl[0] : username,
        password == null ? inUrl[1] : password,
        HostPatterns.of("walrelay.webhooks.no-proxy", noProxy),
        HostPatterns.of("walrelay.webhooks.allowed-hosts", allowedHosts));
  }

  private static URI parse(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException _) {
      // Its message shows the whole URL.
      throw new InvalidParameterException(KEY, EXPECTED);
    }
    boolean plain =
        "http".equalsIgnoreCase(uri.getScheme())
            && uri.getHost() != null
            && uri.getPort() > 0
            && uri.getPort() <= MAX_PORT
            && List.of("", "/").contains(uri.getRawPath())
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null;
    if (!plain) {
      throw new InvalidParameterException(KEY, EXPECTED);
    }
    return uri;
  }

  private static @Nullable String[] userInfo(URI uri) {
    String info = uri.getRawUserInfo();
    if (info == null) {
      return new @Nullable String[2];
    }
    int colon = info.indexOf(':');
    return colon < 0
        ? new @Nullable String[] {decoded(info), null}
        : new @Nullable String[] {
          decoded(info.substring(0, colon)), decoded(info.substring(colon + 1))
        };
  }

  /** A plus is itself here, other than in forms. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "http://%s:%d".formatted(host, port);
  }
}
