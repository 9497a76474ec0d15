package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.LogDatabase;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.boot.http.client.InetAddressFilter;

/**
 * What all subscriptions share.
 *
 * @param progress is used within commits
 * @param source of the events, as CloudEvents say it
 * @param publicOnly the addresses that subscriptions of the API may reach
 * @param timer for what ends attempts that take too long
 * @param lookups of the names of endpoints
 * @param outbound the ways to endpoints
 */
record Engine(
    EventLog log,
    LogDatabase database,
    GroupCommit commits,
    ProgressWriter progress,
    String source,
    InetAddressFilter publicOnly,
    ScheduledExecutorService timer,
    NameLookups lookups,
    Outbound outbound,
    DeliveryObserver deliveries,
    WebhookObserver webhooks) {

  /** A client for a subscription, which may reach anything if it was declared by the operator. */
  Endpoint endpoint(Subscription subscription, boolean declared) {
    AddressGuard guard =
        AddressGuard.of(
            declared ? InetAddressFilter.all() : publicOnly,
            lookups,
            subscription.timeout().toMillis());
    return new Endpoint(
        subscription,
        outbound.to(subscription, declared, guard),
        outbound.tokens(subscription),
        timer);
  }
}
