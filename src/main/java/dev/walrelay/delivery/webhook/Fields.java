package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.delivery.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The fields of a JSON object. Everything wrong with one is an {@link InvalidParameterException}
 * that names it; null stands for a field that is left out.
 */
final class Fields {

  private final JsonNode object;
  private final String path;

  private Fields(JsonNode object, String path) {
    this.object = object;
    this.path = path;
  }

  /** The fields of a document, all of which must be known. */
  static Fields of(JsonNode document, Set<String> known) {
    return of(document, "", "body", known);
  }

  private static Fields of(JsonNode node, String path, String name, Set<String> known) {
    if (!node.isObject()) {
      throw new InvalidParameterException(name, "it is not a JSON object");
    }
    for (String field : node.propertyNames()) {
      if (!known.contains(field)) {
        throw new InvalidParameterException(
            path + field,
            "there is no such field; known are " + String.join(", ", new TreeSet<>(known)));
      }
    }
    return new Fields(node, path);
  }

  private Optional<JsonNode> field(String name) {
    return object.optional(name).filter(node -> !node.isNull());
  }

  Optional<String> text(String name) {
    return field(name).map(node -> text(name, node));
  }

  private String text(String name, JsonNode node) {
    if (!node.isString()) {
      throw invalid(name, "it is not a string");
    }
    return node.stringValue();
  }

  /** Parses a text; an {@link IllegalArgumentException} becomes one that names the field. */
  <T> Optional<T> parsed(String name, Function<String, T> parser) {
    return text(name).map(text -> checked(name, () -> parser.apply(text)));
  }

  /** A field that must be there. */
  <T> T required(String name, Optional<T> value) {
    return value.orElseThrow(() -> invalid(name, "it is missing"));
  }

  List<String> texts(String name) {
    return field(name).map(node -> texts(name, node)).orElse(List.of());
  }

  private List<String> texts(String name, JsonNode array) {
    if (!array.isArray()) {
      throw invalid(name, "it is not an array of strings");
    }
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(text(name, node)));
    return List.copyOf(texts);
  }

  int integer(String name, int min, int max, int otherwise) {
    return field(name).map(node -> integer(name, node, min, max)).orElse(otherwise);
  }

  private int integer(String name, JsonNode node, int min, int max) {
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < min
        || node.intValue() > max) {
      throw invalid(name, "it is not a whole number from %d to %d".formatted(min, max));
    }
    return node.intValue();
  }

  Duration time(String name, Duration min, Duration max, Duration otherwise) {
    Duration time = parsed(name, TimeText::parse).orElse(otherwise);
    if (time.compareTo(min) < 0 || time.compareTo(max) > 0) {
      throw invalid(
          name, "it is not from %s to %s".formatted(TimeText.format(min), TimeText.format(max)));
    }
    return time;
  }

  <E extends Enum<E>> E choice(String name, E[] choices, E otherwise) {
    return text(name)
        .map(
            text ->
                Arrays.stream(choices)
                    .filter(choice -> Subscription.text(choice).equals(text))
                    .findFirst()
                    .orElseThrow(() -> invalid(name, notOneOf(text, choices))))
        .orElse(otherwise);
  }

  private static String notOneOf(String text, Enum<?>[] choices) {
    return "'%s' is none of %s"
        .formatted(
            text, Arrays.stream(choices).map(Subscription::text).collect(Collectors.joining(", ")));
  }

  /** An object in a field; without fields if it is left out. */
  Fields object(String name, Set<String> known) {
    return field(name)
        .map(node -> of(node, path + name + ".", path + name, known))
        .orElseGet(() -> new Fields(JsonNodeFactory.instance.objectNode(), path + name + "."));
  }

  /** An object of any names with strings. */
  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    field(name)
        .ifPresent(
            node -> {
              Fields fields =
                  of(node, path + name + ".", path + name, Set.copyOf(node.propertyNames()));
              node.propertyNames()
                  .forEach(key -> fields.text(key).ifPresent(it -> map.put(key, it)));
            });
    return map;
  }

  /** Runs a check whose {@link IllegalArgumentException} is about a field. */
  <T> T checked(String name, Supplier<T> check) {
    try {
      return check.get();
    } catch (IllegalArgumentException e) {
      InvalidParameterException invalid = invalid(name, String.valueOf(e.getMessage()));
      invalid.initCause(e);
      throw invalid;
    }
  }

  InvalidParameterException invalid(String name, String explanation) {
    return new InvalidParameterException(path + name, explanation);
  }
}
