package dev.walrelay.delivery.webhook;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes headers as a merge patch does (RFC 7396), with names that know no case, and values that
 * stay as they are where the patch has what is shown in their place.
 */
final class HeaderPatch {

  private HeaderPatch() {}

  static void apply(ObjectNode headers, ObjectNode patch) {
    patch.forEachEntry((name, value) -> apply(headers, name, value));
  }

  private static void apply(ObjectNode headers, String name, JsonNode value) {
    Optional<String> known =
        headers.propertyNames().stream().filter(name::equalsIgnoreCase).findFirst();
    boolean keeps = value.isString() && value.stringValue().equals(EndpointRules.HIDDEN);
    if (known.isPresent() && keeps) {
      return;
    }
    known.ifPresent(headers::remove);
    if (!value.isNull()) {
      headers.set(name, value);
    }
  }
}
