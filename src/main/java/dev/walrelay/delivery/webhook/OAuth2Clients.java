package dev.walrelay.delivery.webhook;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * The OAuth2 clients in the settings. Of what Spring Security could do with them only the grant by
 * client credentials is used, which needs no page, no session and no person.
 */
final class OAuth2Clients {

  private static final String KEY = "spring.security.oauth2.client.";

  /** How a client can prove who it is, without a key of its own. */
  private static final Map<String, ClientAuthenticationMethod> METHODS =
      Map.of(
          "client_secret_basic", ClientAuthenticationMethod.CLIENT_SECRET_BASIC,
          "client_secret_post", ClientAuthenticationMethod.CLIENT_SECRET_POST,
          "none", ClientAuthenticationMethod.NONE);

  private final OAuth2ClientProperties properties;

  OAuth2Clients(OAuth2ClientProperties properties) {
    this.properties = properties;
  }

  /**
   * A client by the id of its registration.
   *
   * @throws IllegalArgumentException if there is none that can be used; the message says why
   */
  ClientRegistration registration(String id) {
    Registration registration = properties.getRegistration().get(id);
    if (registration == null) {
      throw new IllegalArgumentException(
          "'%s' is not one of the OAuth2 clients in the settings (%sregistration), which are %s"
              .formatted(id, KEY, new TreeSet<>(properties.getRegistration().keySet())));
    }
    String grant = AuthorizationGrantType.CLIENT_CREDENTIALS.getValue();
    require(
        grant.equals(registration.getAuthorizationGrantType()),
        "the OAuth2 client '%s' can't be used without %sregistration.%s.authorization-grant-type=%s"
            .formatted(id, KEY, id, grant));
    return ClientRegistration.withRegistrationId(id)
        .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
        .clientId(String.valueOf(registration.getClientId()))
        .clientSecret(registration.getClientSecret())
        .clientAuthenticationMethod(method(id, registration))
        .scope(registration.getScope())
        .tokenUri(tokenUri(id, registration))
        .build();
  }

  private static ClientAuthenticationMethod method(String id, Registration registration) {
    String name =
        Objects.requireNonNullElse(
            registration.getClientAuthenticationMethod(), "client_secret_basic");
    ClientAuthenticationMethod method = METHODS.get(name);
    if (method == null) {
      throw new IllegalArgumentException(
          "the client-authentication-method of the OAuth2 client '%s' is '%s', of which only %s are known here"
              .formatted(id, name, new TreeSet<>(METHODS.keySet())));
    }
    return method;
  }

  private String tokenUri(String id, Registration registration) {
    String name = Objects.requireNonNullElse(registration.getProvider(), id);
    OAuth2ClientProperties.Provider provider = properties.getProvider().get(name);
    String uri = provider == null ? null : provider.getTokenUri();
    require(
        isHttp(uri),
        "the OAuth2 client '%s' needs the URL of its token endpoint in %sprovider.%s.token-uri, which is not looked up at the issuer"
            .formatted(id, KEY, name));
    return String.valueOf(uri);
  }

  private static boolean isHttp(@Nullable String text) {
    if (text == null) {
      return false;
    }
    URI uri = URI.create(text);
    return uri.getHost() != null
        && ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
