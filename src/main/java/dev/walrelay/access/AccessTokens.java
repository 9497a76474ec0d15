package dev.walrelay.access;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Recognizes the tokens of the settings. */
public final class AccessTokens implements AuthenticationManager {

  private static final Logger log = LoggerFactory.getLogger(AccessTokens.class);
  private static final String KEY = "walrelay.security.tokens";

  private final List<AccessToken> tokens;

  /**
   * Accepts these tokens.
   *
   * @throws AccessSettingsException if one could never be sent or is given twice; the message is
   *     for people and names tokens by their names
   */
  public AccessTokens(List<AccessToken> tokens) {
    List<AccessToken> accepted = new ArrayList<>();
    for (AccessToken token : tokens) {
      check(token, accepted);
      accepted.add(token);
    }
    this.tokens = List.copyOf(accepted);
  }

  private static void check(AccessToken token, List<AccessToken> before) {
    if (!token.digest().isSendable()) {
      throw new AccessSettingsException(
          "The token '%s' of %s can't be sent in a header: it must consist of letters, digits and the characters - . _ ~ + /."
              .formatted(token.name(), KEY));
    }
    for (AccessToken other : before) {
      if (other.name().equals(token.name()) || other.digest().matches(token.digest())) {
        throw new AccessSettingsException(
            "The tokens '%s' and '%s' of %s must differ, both in their names and in their values."
                .formatted(other.name(), token.name(), KEY));
      }
    }
    if (token.digest().isEasyToGuess()) {
      log.warn(
          "The token '{}' of {} is short enough to be guessed: 'openssl rand -hex 32' makes a better one.",
          token.name(),
          KEY);
    }
  }

  @Override
  public Authentication authenticate(Authentication request) {
    if (!(request instanceof BearerTokenAuthenticationToken bearer)) {
      throw new IllegalArgumentException("not a bearer token");
    }
    TokenDigest presented = TokenDigest.of(bearer.getToken());
    AccessToken found = null;
    // All are compared, so that the time tells nothing about the place.
    for (AccessToken token : tokens) {
      if (token.digest().matches(presented)) {
        found = token;
      }
    }
    if (found == null) {
      throw new InvalidBearerTokenException("The token is none that this service knows.");
    }
    return UsernamePasswordAuthenticationToken.authenticated(
        found.access(), null, found.role().authorities());
  }
}
