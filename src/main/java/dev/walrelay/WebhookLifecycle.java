package dev.walrelay;

import dev.walrelay.delivery.webhook.Webhooks;
import org.springframework.context.SmartLifecycle;

/** Delivers to webhooks from before the web server opens its port until after it is closed. */
final class WebhookLifecycle implements SmartLifecycle {

  /** Stops before replication does, which has phase 0. */
  private static final int PHASE = 1;

  private final Webhooks webhooks;
  private volatile boolean running;

  WebhookLifecycle(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  @Override
  public void start() {
    webhooks.start();
    running = true;
  }

  @Override
  public void stop() {
    webhooks.stop();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
