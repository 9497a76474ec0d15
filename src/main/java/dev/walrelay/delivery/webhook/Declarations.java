package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** The subscriptions in the operator's settings, checked like those of the API. */
final class Declarations {

  private static final String KEY = "walrelay.subscriptions";

  private Declarations() {}

  /**
   * Reads them.
   *
   * @param check of what each names that is elsewhere in the settings
   * @throws InvalidParameterException with the name of the setting that is wrong
   */
  static Map<String, Subscription> read(
      List<Map<String, Object>> declared, Consumer<Subscription> check) {
    Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    for (int i = 0; i < declared.size(); i++) {
      Subscription subscription = read(KEY + "[" + i + "].", declared.get(i), check);
      if (subscriptions.putIfAbsent(subscription.name(), subscription) != null) {
        throw new InvalidParameterException(
            KEY + "[" + i + "].name", "'%s' is used twice".formatted(subscription.name()));
      }
    }
    return subscriptions;
  }

  private static Subscription read(
      String prefix, Map<String, Object> fields, Consumer<Subscription> check) {
    try {
      Subscription subscription = SubscriptionReader.read(JsonMapper.shared().valueToTree(fields));
      check.accept(subscription);
      return subscription;
    } catch (InvalidParameterException e) {
      String explanation = String.valueOf(e.getMessage()).substring(e.parameter().length() + 2);
      InvalidParameterException invalid =
          new InvalidParameterException(
              prefix + e.parameter().replace('_', '-'),
              explanation.substring(0, explanation.length() - 1));
      invalid.initCause(e);
      throw invalid;
    }
  }
}
