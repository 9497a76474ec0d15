package dev.walrelay;

import dev.walrelay.delivery.ApiDescription;
import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.MessageProblems;
import dev.walrelay.delivery.ProblemAdvice;
import dev.walrelay.delivery.ProblemErrors;
import dev.walrelay.delivery.ProblemValve;
import dev.walrelay.delivery.SmallBuffersProtocol;
import dev.walrelay.delivery.StopSignal;
import dev.walrelay.delivery.sse.EventPages;
import dev.walrelay.delivery.sse.EventStreams;
import dev.walrelay.delivery.sse.EventsController;
import dev.walrelay.delivery.sse.EventsOperation;
import dev.walrelay.delivery.sse.StreamObservations;
import dev.walrelay.delivery.webhook.SubscriptionsOperations;
import dev.walrelay.eventlog.EventLog;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Readers of the log over HTTP. */
@Configuration(proxyBeanMethods = false)
class DeliveryConfiguration {

  @Bean
  StopSignal stopSignal() {
    return new StopSignal();
  }

  @Bean
  EventStreams eventStreams(
      EventLog log, WalrelayProperties properties, StopSignal stop, DeliveryObserver observer) {
    WalrelayProperties.Sse sse = properties.sse();
    return new EventStreams(log, sse.heartbeat(), sse.maxConnections(), stop, observer);
  }

  @Bean
  EventsController eventsController(EventLog log, EventStreams streams, StopSignal stop) {
    return new EventsController(log, streams, new EventPages(log, stop), stop);
  }

  @Bean
  ProblemAdvice problemAdvice() {
    return new ProblemAdvice();
  }

  @Bean
  EventsOperation eventsOperation() {
    return new EventsOperation();
  }

  @Bean
  SubscriptionsOperations subscriptionsOperations() {
    return new SubscriptionsOperations();
  }

  /** Last, since it speaks of what the others have described. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  ApiDescription apiDescription() {
    return new ApiDescription();
  }

  @Bean
  MessageProblems messageProblems() {
    return new MessageProblems();
  }

  @Bean
  ProblemErrors problemErrors() {
    return new ProblemErrors();
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemValve() {
    return factory ->
        factory.addContextCustomizers(
            context -> {
              if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
              }
            });
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> smallBuffers() {
    return factory -> factory.setProtocol(SmallBuffersProtocol.class.getName());
  }

  @Bean
  StreamObservations streamObservations() {
    return new StreamObservations();
  }
}
