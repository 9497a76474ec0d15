package dev.walrelay.delivery.webhook;

import java.time.Duration;

/** Is told of subscriptions and attempts, for metrics. Must be quick and not throw. */
public interface WebhookObserver {

  /** Looks away. */
  WebhookObserver NONE =
      new WebhookObserver() {
        @Override
        public void added(String subscription) {}

        @Override
        public void removed(String subscription) {}

        @Override
        public void attempted(String subscription, String outcome, Duration duration) {}
      };

  /** There is a subscription of that name from now on. */
  void added(String subscription);

  /** It is gone. */
  void removed(String subscription);

  /**
   * An attempt has ended.
   *
   * @param outcome {@code delivered}, {@code refused}, {@code unreachable}, {@code timeout}, {@code
   *     blocked} or {@code gone}
   */
  void attempted(String subscription, String outcome, Duration duration);
}
