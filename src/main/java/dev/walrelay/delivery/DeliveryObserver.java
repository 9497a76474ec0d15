package dev.walrelay.delivery;

/** Is told of deliveries, for metrics. Called by many threads; must be quick and not throw. */
@FunctionalInterface
public interface DeliveryObserver {

  /** Looks away. */
  DeliveryObserver NONE = (channel, events, commitTimeMicros) -> {};

  /**
   * Events were handed to a consumer. Those that a reader fetched from history, before it had
   * caught up for the first time, are not reported: their age says nothing about the service.
   *
   * @param channel {@code sse} or {@code webhook}
   * @param events how many, in this one write
   * @param commitTimeMicros microseconds since 1970 of the latest commit among them
   */
  void delivered(String channel, int events, long commitTimeMicros);

  /**
   * A filter expression failed on an event, which therefore did not match.
   *
   * @param channel {@code sse} or {@code webhook}
   * @param subscription whose filter it is, empty on a channel without subscriptions
   */
  default void filterFailed(String channel, String subscription) {}
}
