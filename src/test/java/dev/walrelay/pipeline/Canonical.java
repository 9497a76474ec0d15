package dev.walrelay.pipeline;

import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** JSON in a form in which equal values have equal texts. */
final class Canonical {

  private Canonical() {}

  /** Members in the order of their names, numbers without an exponent; nothing for no value. */
  static String text(JsonNode node) {
    if (node.isMissingNode()) {
      return "";
    }
    if (node.isNumber()) {
      return node.decimalValue().stripTrailingZeros().toPlainString();
    }
    if (node.isArray()) {
      return node.valueStream().map(Canonical::text).collect(Collectors.joining(",", "[", "]"));
    }
    if (node.isObject()) {
      return node.propertyStream()
          .collect(
              Collectors.toMap(
                  e -> SlotEvents.JSON.writeValueAsString(e.getKey()),
                  e -> text(e.getValue()),
                  (_, last) -> last,
                  TreeMap::new))
          .toString();
    }
    return node.toString();
  }
}
