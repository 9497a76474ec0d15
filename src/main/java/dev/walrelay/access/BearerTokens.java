package dev.walrelay.access;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;

/**
 * Finds the token of a request: in the header, and for events also in the query, since a browser's
 * {@code EventSource} can send no header.
 */
final class BearerTokens implements BearerTokenResolver {

  private final DefaultBearerTokenResolver header = new DefaultBearerTokenResolver();
  private final DefaultBearerTokenResolver headerOrQuery = new DefaultBearerTokenResolver();

  BearerTokens() {
    headerOrQuery.setAllowUriQueryParameter(true);
  }

  @Override
  public @Nullable String resolve(HttpServletRequest request) {
    return isRequestForEvents(request) ? fromHeaderOrQuery(request) : header.resolve(request);
  }

  private static boolean isRequestForEvents(HttpServletRequest request) {
    return HttpMethod.GET.matches(request.getMethod())
        && request.getRequestURI().equals(request.getContextPath() + HttpAccess.EVENTS);
  }

  private @Nullable String fromHeaderOrQuery(HttpServletRequest request) {
    try {
      return headerOrQuery.resolve(request);
    } catch (IllegalStateException e) {
      // Tomcat's way to say that a query does not decode.
      throw new OAuth2AuthenticationException(
          BearerTokenErrors.invalidRequest("The query is not percent-encoded UTF-8."), e);
    }
  }
}
