package dev.walrelay.access;

import jakarta.servlet.DispatcherType;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

/**
 * The rules of the HTTP API. There are no sessions and no cookies, so that a foreign page can make
 * nobody's browser do anything, and no defence against that is needed.
 */
public final class HttpAccess {

  static final String EVENTS = "/v1/events";

  private static final String SUBSCRIPTIONS = "/v1/subscriptions";

  /** What describes the API; holds nobody's data. */
  private static final String[] DOCUMENTATION = {
    "/v3/api-docs", "/v3/api-docs/**", "/v3/api-docs.yaml", "/swagger-ui.html", "/swagger-ui/**"
  };

  private static final Duration PREFLIGHT_MAX_AGE = Duration.ofHours(1);

  private final List<String> allowedOrigins;

  /**
   * Rules for every path.
   *
   * @param allowedOrigins whose pages may call the API from a browser, such as {@code
   *     https://app.example.com}; {@code *} is any, none turns CORS off
   */
  public HttpAccess(List<String> allowedOrigins) {
    this.allowedOrigins = List.copyOf(allowedOrigins);
  }

  /**
   * Lets in those whom the manager recognizes: to events with the scope {@code events:read}, to
   * subscriptions with {@code subscriptions:write}.
   */
  public SecurityFilterChain restricted(HttpSecurity http, AuthenticationManager manager) {
    AccessProblems problems = new AccessProblems();
    BearerTokenAuthenticationConverter converter = new BearerTokenAuthenticationConverter();
    converter.setBearerTokenResolver(new BearerTokens());
    BearerTokenAuthenticationFilter tokens =
        new BearerTokenAuthenticationFilter(manager, converter);
    tokens.setAuthenticationEntryPoint(problems);
    tokens.setAuthenticationFailureHandler(problems::commence);
    return basis(http)
        .addFilterBefore(tokens, AuthorizationFilter.class)
        .exceptionHandling(
            handling -> handling.authenticationEntryPoint(problems).accessDeniedHandler(problems))
        .authorizeHttpRequests(
            requests ->
                requests
                    .dispatcherTypeMatchers(DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers(DOCUMENTATION)
                    .permitAll()
                    .requestMatchers(EVENTS, EVENTS + "/**")
                    .hasAuthority(Scopes.EVENTS_READ)
                    .requestMatchers(SUBSCRIPTIONS, SUBSCRIPTIONS + "/**")
                    .hasAuthority(Scopes.SUBSCRIPTIONS_WRITE)
                    .anyRequest()
                    .authenticated())
        .build();
  }

  /** Lets everyone do everything. */
  public SecurityFilterChain open(HttpSecurity http) {
    return basis(http)
        .anonymous(anyone -> anyone.principal(Access.UNLIMITED))
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }

  private HttpSecurity basis(HttpSecurity http) {
    if (allowedOrigins.isEmpty()) {
      http.cors(AbstractHttpConfigurer::disable);
    } else {
      http.cors(cors -> cors.configurationSource(cors()));
    }
    return http.csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .headers(HttpAccess::headers);
  }

  private static void headers(HeadersConfigurer<HttpSecurity> headers) {
    headers
        .defaultsDisabled()
        .contentTypeOptions(Customizer.withDefaults())
        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
        .withObjectPostProcessor(
            new ObjectPostProcessor<HeaderWriterFilter>() {
              @Override
              public <F extends HeaderWriterFilter> F postProcess(F filter) {
                // Else each stream's output would pass through a wrapper that waits to add them.
                filter.setShouldWriteHeadersEagerly(true);
                return filter;
              }
            });
  }

  private UrlBasedCorsConfigurationSource cors() {
    CorsConfiguration cors = new CorsConfiguration();
    cors.setAllowedOrigins(allowedOrigins);
    cors.setAllowedMethods(List.of("GET", "HEAD", "POST", "PATCH", "DELETE"));
    // Whoever is let in may send any: polyfills of EventSource and what traces requests in browsers
    // add their own, and the origin and the token are what is checked.
    cors.setAllowedHeaders(List.of(CorsConfiguration.ALL));
    cors.setExposedHeaders(
        List.of(HttpHeaders.LOCATION, HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE));
    cors.setMaxAge(PREFLIGHT_MAX_AGE);
    UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
    source.registerCorsConfiguration("/**", cors);
    return source;
  }
}
