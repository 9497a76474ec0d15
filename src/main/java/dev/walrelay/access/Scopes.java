package dev.walrelay.access;

/** The scopes of JWTs, which are also what roles consist of, as authorities of Spring Security. */
final class Scopes {

  static final String EVENTS_READ = "SCOPE_events:read";
  static final String SUBSCRIPTIONS_WRITE = "SCOPE_subscriptions:write";

  private Scopes() {}
}
