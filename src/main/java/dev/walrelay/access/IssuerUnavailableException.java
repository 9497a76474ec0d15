package dev.walrelay.access;

import java.io.Serial;
import org.springframework.security.core.AuthenticationException;

/** The keys of the issuer of JWTs can't be had, so that no token can be checked now. */
final class IssuerUnavailableException extends AuthenticationException {

  @Serial private static final long serialVersionUID = 1L;

  IssuerUnavailableException(Throwable cause) {
    super(
        "The keys of the issuer of tokens can't be fetched, so this one can't be checked.", cause);
  }
}
