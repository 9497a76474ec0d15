package dev.walrelay.ops;

import dev.walrelay.delivery.webhook.Webhooks;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health component {@code webhooks}: down while a subscription has missed events. */
public final class WebhookHealthIndicator implements HealthIndicator {

  private final Webhooks webhooks;

  /** The health of all subscriptions. */
  public WebhookHealthIndicator(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  @Override
  public Health health() {
    List<String> expired = webhooks.expired();
    if (expired.isEmpty()) {
      return Health.up().build();
    }
    return Health.down()
        .withDetail("expired", expired)
        .withDetail(
            "reason",
            "Events that these subscriptions have not delivered are no longer stored. Resume or"
                + " delete them.")
        .build();
  }
}
