package dev.walrelay.delivery.webhook;

import java.util.Arrays;

/** Whether a subscription delivers. */
enum SubscriptionState {
  ACTIVE,
  /** Paused by somebody. */
  PAUSED,
  /** The endpoint has said that it is gone, or what comes next cannot be read. */
  DISABLED,
  /** Events that it has not delivered are no longer stored. */
  EXPIRED;

  String text() {
    return Subscription.text(this);
  }

  static SubscriptionState of(String text) {
    return Arrays.stream(values())
        .filter(state -> state.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("unknown state of a subscription: " + text));
  }
}
