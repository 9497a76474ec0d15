package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Hosts by their names: {@code hooks.example.com} is that one, {@code *.example.com} all below
 * {@code example.com}. Addresses are names like others, written as in a URL.
 */
public final class HostPatterns {

  private static final Pattern NAME = Pattern.compile("(\\*\\.)?[a-z0-9_:-]+(\\.[a-z0-9_-]+)*");

  private final List<String> patterns;

  private HostPatterns(List<String> patterns) {
    this.patterns = patterns;
  }

  /**
   * Those of a setting.
   *
   * @throws InvalidParameterException with the setting's name if one is malformed
   */
  static HostPatterns of(String setting, List<String> patterns) {
    List<String> plain = patterns.stream().map(HostPatterns::plain).toList();
    for (int i = 0; i < plain.size(); i++) {
      if (!NAME.matcher(plain.get(i)).matches()) {
        throw new InvalidParameterException(
            setting,
            "'%s' is neither a name like hooks.example.com nor one like *.example.com"
                .formatted(patterns.get(i)));
      }
    }
    return new HostPatterns(plain);
  }

  boolean match(String host) {
    String name = plain(host);
    return patterns.stream()
        .anyMatch(
            pattern ->
                pattern.startsWith("*.")
                    ? name.endsWith(pattern.substring(1))
                    : name.equals(pattern));
  }

  private static String plain(String host) {
    String name = bare(host.strip()).toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** A host of a URL without the brackets of an IPv6 address. */
  static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
