package dev.walrelay.access;

import dev.walrelay.event.Filter;
import java.util.Objects;
import java.util.Optional;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;

/** Recognizes the JWTs of an issuer; what they may do are their scopes. */
public final class JwtAccess implements AuthenticationManager {

  private final JwtAuthenticationProvider provider;

  /**
   * Accepts what the decoder accepts.
   *
   * @param scopes says which claim holds the scopes
   */
  public JwtAccess(JwtDecoder decoder, JwtAuthenticationConverter scopes) {
    provider = new JwtAuthenticationProvider(decoder);
    provider.setJwtAuthenticationConverter(converter(scopes));
  }

  private static Converter<Jwt, AbstractAuthenticationToken> converter(
      JwtAuthenticationConverter scopes) {
    return jwt ->
        UsernamePasswordAuthenticationToken.authenticated(
            access(jwt),
            null,
            Objects.requireNonNull(scopes.convert(jwt), "scopes").getAuthorities());
  }

  private static Access access(Jwt jwt) {
    String subject = Objects.requireNonNullElse(jwt.getSubject(), "unnamed");
    return new Access(subject, Filter.ALL, Optional.ofNullable(jwt.getExpiresAt()));
  }

  @Override
  public Authentication authenticate(Authentication request) {
    try {
      return Objects.requireNonNull(provider.authenticate(request), "a decision");
    } catch (AuthenticationServiceException e) {
      throw new IssuerUnavailableException(e);
    }
  }
}
