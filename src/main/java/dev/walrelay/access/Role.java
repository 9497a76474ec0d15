package dev.walrelay.access;

import java.util.List;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;

/** What a token is for. */
public enum Role {
  /** Reads events. */
  READER,
  /** Manages subscriptions, too. */
  ADMIN;

  List<GrantedAuthority> authorities() {
    return switch (this) {
      case READER -> AuthorityUtils.createAuthorityList(Scopes.EVENTS_READ);
      case ADMIN ->
          AuthorityUtils.createAuthorityList(Scopes.EVENTS_READ, Scopes.SUBSCRIPTIONS_WRITE);
    };
  }
}
