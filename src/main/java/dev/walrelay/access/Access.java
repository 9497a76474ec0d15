package dev.walrelay.access;

import dev.walrelay.event.Filter;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * What the one who makes a request may see, and until when.
 *
 * @param name of the token, or the subject of the JWT
 * @param visible the events that may be shown; gaps always pass
 * @param until when the token expires, if it does
 */
public record Access(String name, Filter visible, Optional<Instant> until) implements Principal {

  /** Of everyone, where access control is turned off. */
  static final Access UNLIMITED = new Access("anyone", Filter.ALL, Optional.empty());

  /**
   * Of the request that this thread serves.
   *
   * @throws IllegalStateException if nothing was decided about it, which must not mean that it may
   *     see everything
   */
  public static Access current() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    if (authentication != null && authentication.getPrincipal() instanceof Access access) {
      return access;
    }
    throw new IllegalStateException("Nobody decided what this request may see.");
  }

  @Override
  public String getName() {
    return name;
  }

  /** For how long from now it lasts; not positive if it is over. */
  public Optional<Duration> remaining() {
    return until.map(end -> Duration.between(Instant.now(), end));
  }
}
