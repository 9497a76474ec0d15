package dev.walrelay;

import dev.walrelay.WalrelayProperties.Security;
import dev.walrelay.access.AccessSettingsException;
import dev.walrelay.access.AccessToken;
import dev.walrelay.access.AccessTokens;
import dev.walrelay.access.HttpAccess;
import dev.walrelay.access.JwtAccess;
import dev.walrelay.access.OwnToken;
import dev.walrelay.secret.SecretBox;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.web.SecurityFilterChain;

/** Who may read and manage, and the key of what is stored for them. */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AccessConfiguration.class);

  /** What a kubelet and a Prometheus ask for, on the management port. */
  private static final String[] OPEN_ENDPOINTS = {"health", "info", "prometheus"};

  @Bean
  HttpAccess httpAccess(WalrelayProperties properties) {
    return new HttpAccess(properties.security().cors().allowedOrigins());
  }

  @Bean
  @Order(1)
  SecurityFilterChain endpointAccess(HttpSecurity http, HttpAccess access) {
    return access.open(
        http.securityMatchers(
            requests ->
                requests.requestMatchers(
                    EndpointRequest.to(OPEN_ENDPOINTS), EndpointRequest.toLinks())));
  }

  /** After the log, whose lock tells that no other process makes the same files. */
  @Bean
  @Order(2)
  @DependsOn("eventLog")
  SecurityFilterChain apiAccess(
      HttpSecurity http,
      HttpAccess access,
      WalrelayProperties properties,
      ObjectProvider<JwtDecoder> decoder,
      ObjectProvider<JwtAuthenticationConverter> scopes) {
    if (!properties.security().enabled()) {
      log.warn(
          "Access control is off (walrelay.security.enabled=false): whoever reaches the port may read every event.");
      return access.open(http);
    }
    AuthenticationManager manager =
        manager(
            properties,
            decoder.getIfAvailable(),
            scopes.getIfAvailable(JwtAuthenticationConverter::new));
    return access.restricted(http, manager);
  }

  private static AuthenticationManager manager(
      WalrelayProperties properties,
      @Nullable JwtDecoder decoder,
      JwtAuthenticationConverter scopes) {
    List<Security.Token> tokens = properties.security().tokens();
    if (decoder == null) {
      return new AccessTokens(tokens.isEmpty() ? own(properties) : accepted(tokens));
    }
    if (!tokens.isEmpty()) {
      throw new AccessSettingsException(
          "Either JWTs or tokens are accepted, but both are set: remove walrelay.security.tokens, or spring.security.oauth2.resourceserver.jwt.");
    }
    return new JwtAccess(decoder, scopes);
  }

  private static List<AccessToken> own(WalrelayProperties properties) {
    return List.of(OwnToken.keptIn(besideTheLog(properties, ".token")));
  }

  private static List<AccessToken> accepted(List<Security.Token> tokens) {
    return tokens.stream()
        .map(token -> new AccessToken(token.name(), token.token(), token.role(), token.visible()))
        .toList();
  }

  @Bean
  @DependsOn("eventLog")
  SecretBox secretBox(WalrelayProperties properties) {
    Path given = properties.security().encryptionKey();
    return given == null
        ? SecretBox.withOwnKeyFile(besideTheLog(properties, ".key"))
        : SecretBox.withKeyFile(given);
  }

  private static Path besideTheLog(WalrelayProperties properties, String suffix) {
    Path log = properties.log().path();
    return log.resolveSibling(log.getFileName() + suffix);
  }

  /** Each stream would be one that never ends, and each request be counted three times more. */
  @Bean
  SecurityObservationSettings securityObservationSettings() {
    return SecurityObservationSettings.noObservations();
  }
}
