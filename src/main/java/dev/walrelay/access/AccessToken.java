package dev.walrelay.access;

import dev.walrelay.event.Filter;
import java.util.Optional;

/**
 * A token that is accepted.
 *
 * @param name for messages, never the token itself
 * @param visible the events that it may see
 */
public record AccessToken(String name, TokenDigest digest, Role role, Filter visible) {

  Access access() {
    return new Access(name, visible, Optional.empty());
  }
}
