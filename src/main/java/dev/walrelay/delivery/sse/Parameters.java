package dev.walrelay.delivery.sse;

import dev.walrelay.delivery.InvalidParameterException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The query of a request. Everything wrong with it is an {@link InvalidParameterException}. */
final class Parameters {

  private final Map<String, String[]> values;

  private Parameters(Map<String, String[]> values) {
    this.values = values;
  }

  /**
   * Takes a request's parameters.
   *
   * @param known what it may have: one that is misspelled must not be taken for absent
   */
  static Parameters of(HttpServletRequest request, Set<String> known) {
    Map<String, String[]> values = decode(request);
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new InvalidParameterException(
            name, "there is no such parameter here; known are " + list(known));
      }
    }
    return new Parameters(values);
  }

  private static Map<String, String[]> decode(HttpServletRequest request) {
    try {
      return request.getParameterMap();
    } catch (IllegalStateException e) {
      InvalidParameterException invalid =
          new InvalidParameterException("query", "it is not percent-encoded UTF-8");
      invalid.initCause(e);
      throw invalid;
    }
  }

  private static String list(Set<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }

  /** All values of a parameter that may be repeated. */
  List<String> all(String name) {
    return List.of(values.getOrDefault(name, new String[0]));
  }

  /** The value of a parameter that may be given once. */
  <T> Optional<T> one(String name, Function<String, T> parser) {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new InvalidParameterException(
          name, "it is given %d times and may be given once".formatted(given.size()));
    }
    return given.stream().findFirst().map(value -> parse(name, value, parser));
  }

  /** Parses a value; an {@link IllegalArgumentException} becomes one that names the parameter. */
  static <V, T> T parse(String name, V value, Function<V, T> parser) {
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      InvalidParameterException invalid =
          new InvalidParameterException(name, String.valueOf(e.getMessage()));
      invalid.initCause(e);
      throw invalid;
    }
  }
}
