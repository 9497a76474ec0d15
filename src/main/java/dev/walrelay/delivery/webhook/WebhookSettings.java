package dev.walrelay.delivery.webhook;

import java.util.List;
import java.util.Map;

/**
 * Settings of webhooks.
 *
 * @param source of the events, as CloudEvents say it: a URI reference
 * @param allowedNetworks in CIDR notation, which subscriptions made through the API may reach
 *     besides public addresses
 * @param declared subscriptions of the operator: their fields by the names that the API has
 * @param outbound the way out to endpoints
 */
public record WebhookSettings(
    String source,
    List<String> allowedNetworks,
    List<Map<String, Object>> declared,
    OutboundSettings outbound) {

  /** Straight out. */
  WebhookSettings(String source, List<String> allowedNetworks, List<Map<String, Object>> declared) {
    this(source, allowedNetworks, declared, OutboundSettings.direct());
  }
}
