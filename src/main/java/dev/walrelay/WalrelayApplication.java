package dev.walrelay;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The service. Beans are named one by one, without scanning. Flyway's own configuration stays out,
 * since it would act on the source database, and so do users with passwords and logins: there are
 * only tokens.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    exclude = {
      FlywayAutoConfiguration.class,
      UserDetailsServiceAutoConfiguration.class,
      OAuth2ClientAutoConfiguration.class,
      OAuth2ClientWebSecurityAutoConfiguration.class
    })
@EnableConfigurationProperties(WalrelayProperties.class)
@Import({
  EventLogConfiguration.class,
  ReplicationConfiguration.class,
  AccessConfiguration.class,
  DeliveryConfiguration.class,
  WebhookConfiguration.class,
  OpsConfiguration.class
})
public class WalrelayApplication {

  /** Runs the service until the process is told to stop. */
  public static void main(String[] args) {
    Carriers.provide();
    SpringApplication.run(WalrelayApplication.class, args);
  }
}
