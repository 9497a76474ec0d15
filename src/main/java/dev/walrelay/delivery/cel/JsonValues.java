package dev.walrelay.delivery.cel;

import dev.cel.common.values.NullValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as values of the expression language; integers beyond 64 bits are doubles. */
final class JsonValues {

  private static final JsonFactory JSON = new JsonFactory();

  private JsonValues() {}

  static Object parse(byte[] bytes, int start, int end) {
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), bytes, start, end - start)) {
      return value(parser, parser.nextToken());
    }
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> NullValue.NULL_VALUE;
    };
  }

  private static Object integer(JsonParser parser) {
    return switch (parser.getNumberType()) {
      case INT, LONG -> parser.getLongValue();
      default -> parser.getDoubleValue();
    };
  }

  private static Map<String, Object> object(JsonParser parser) {
    Map<String, Object> object = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      object.put(name, value(parser, parser.nextToken()));
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) {
    List<Object> array = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      array.add(value(parser, token));
    }
    return array;
  }
}
