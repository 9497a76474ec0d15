package dev.walrelay;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.TimeText;
import dev.walrelay.delivery.webhook.DeadLettersController;
import dev.walrelay.delivery.webhook.HttpProxy;
import dev.walrelay.delivery.webhook.OutboundSettings;
import dev.walrelay.delivery.webhook.SubscriptionProblems;
import dev.walrelay.delivery.webhook.SubscriptionsController;
import dev.walrelay.delivery.webhook.WebhookSettings;
import dev.walrelay.delivery.webhook.Webhooks;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.ops.WebhookHealthIndicator;
import dev.walrelay.ops.WebhookMetrics;
import dev.walrelay.pipeline.ConfirmPolicy;
import dev.walrelay.pipeline.Replication;
import dev.walrelay.secret.SecretBox;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.util.StringUtils;

/** Webhooks, and what depends on how far they are. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OAuth2ClientProperties.class)
class WebhookConfiguration {

  private static final Duration CONFIRM_INTERVAL = Duration.ofSeconds(1);

  @Bean
  WebhookMetrics webhookMetrics(MeterRegistry registry, ObjectProvider<Webhooks> webhooks) {
    return new WebhookMetrics(registry, webhooks::getObject);
  }

  @Bean
  Webhooks webhooks(
      JdbcEventLog log,
      SecretBox secrets,
      WalrelayProperties properties,
      SslBundles bundles,
      OAuth2ClientProperties clients,
      DeliveryObserver deliveries,
      WebhookMetrics metrics) {
    WebhookSettings settings =
        new WebhookSettings(
            "/walrelay/" + properties.slot().name(),
            properties.webhooks().allowedNetworks(),
            DeclaredSubscriptions.fields(properties.subscriptions()),
            outbound(properties.webhooks(), bundles, clients));
    return new Webhooks(log, log.database(), secrets, settings, deliveries, metrics);
  }

  private static OutboundSettings outbound(
      WalrelayProperties.Webhooks webhooks, SslBundles bundles, OAuth2ClientProperties clients) {
    String proxy = given(webhooks.proxy());
    return new OutboundSettings(
        bundles,
        given(webhooks.sslBundle()),
        proxy == null
            ? null
            : HttpProxy.of(
                proxy,
                given(webhooks.proxyUsername()),
                given(webhooks.proxyPassword()),
                webhooks.noProxy(),
                webhooks.allowedHosts()),
        clients);
  }

  /** An empty text is what a variable of the environment holds that is not set. */
  private static @Nullable String given(@Nullable String setting) {
    return StringUtils.hasText(setting) ? setting : null;
  }

  @Bean
  WebhookLifecycle webhookLifecycle(Webhooks webhooks) {
    return new WebhookLifecycle(webhooks);
  }

  @Bean
  SubscriptionsController subscriptionsController(
      Webhooks webhooks, WalrelayProperties properties) {
    return new SubscriptionsController(webhooks, costOfPausing(properties));
  }

  @Bean
  DeadLettersController deadLettersController(Webhooks webhooks) {
    return new DeadLettersController(webhooks);
  }

  @Bean
  SubscriptionProblems subscriptionProblems() {
    return new SubscriptionProblems();
  }

  @Bean
  WebhookHealthIndicator webhooksHealthIndicator(Webhooks webhooks) {
    return new WebhookHealthIndicator(webhooks);
  }

  @Bean
  ConfirmPolicy confirmPolicy(Webhooks webhooks, WalrelayProperties properties) {
    return switch (properties.confirm()) {
      case STORED -> ConfirmPolicy.STORED;
      case DELIVERED -> webhooks::delivered;
    };
  }

  /** Deliveries move the slot also when nothing new is stored. */
  @Bean
  SchedulingConfigurer confirming(Replication replication) {
    return tasks -> tasks.addFixedDelayTask(() -> replication.confirm(), CONFIRM_INTERVAL);
  }

  private static String costOfPausing(WalrelayProperties properties) {
    WalrelayProperties.Log log = properties.log();
    String kept =
        "Its events are kept in the event log until they are older than %s or the log is larger than %d bytes, whichever comes first; after that the subscription expires and has missed events."
            .formatted(TimeText.format(log.maxAge()), log.maxSize().toBytes());
    return switch (properties.confirm()) {
      case STORED -> kept + " The source database keeps no WAL for it.";
      case DELIVERED ->
          kept
              + " While it is paused the slot does not wait for it, so the source database keeps no"
              + " WAL for it: what the event log loses is lost.";
    };
  }
}
