package dev.walrelay.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrorCodes;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * Turns requests away (RFC 6750, section 3). The error page makes problem documents of these
 * answers.
 */
final class AccessProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

  private static final Logger log = LoggerFactory.getLogger(AccessProblems.class);
  private static final String RETRY_SECONDS = "5";
  private static final String CHALLENGE = "Bearer realm=\"walrelay\"";

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
      throws IOException {
    switch (exception) {
      case IssuerUnavailableException e -> unavailable(response, e);
      case OAuth2AuthenticationException e -> refuse(response, e);
      default ->
          challenge(
              response,
              HttpServletResponse.SC_UNAUTHORIZED,
              CHALLENGE,
              "A token is needed here: send it as 'Authorization: Bearer …'.");
    }
  }

  private static void unavailable(HttpServletResponse response, IssuerUnavailableException e)
      throws IOException {
    log.warn("{} ({})", e.getMessage(), e.getCause() == null ? "" : e.getCause().getMessage());
    response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
    response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, e.getMessage());
  }

  private static void refuse(HttpServletResponse response, OAuth2AuthenticationException e)
      throws IOException {
    String code = e.getError().getErrorCode();
    int status =
        code.equals(BearerTokenErrorCodes.INVALID_REQUEST)
            ? HttpServletResponse.SC_BAD_REQUEST
            : HttpServletResponse.SC_UNAUTHORIZED;
    challenge(
        response, status, CHALLENGE + ", error=\"" + code + "\"", String.valueOf(e.getMessage()));
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException exception)
      throws IOException {
    challenge(
        response,
        HttpServletResponse.SC_FORBIDDEN,
        CHALLENGE + ", error=\"insufficient_scope\"",
        "This token may not do that: subscriptions need an admin's (scope subscriptions:write), events a reader's (scope events:read).");
  }

  private static void challenge(
      HttpServletResponse response, int status, String challenge, String detail)
      throws IOException {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge);
    response.sendError(status, detail);
  }
}
