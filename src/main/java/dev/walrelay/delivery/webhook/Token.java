package dev.walrelay.delivery.webhook;

/**
 * A token that an endpoint is shown.
 *
 * @param value a secret
 * @param asked when it was asked for, as {@link System#nanoTime} counts
 * @param until when it is not shown any more
 */
record Token(String value, long asked, long until) {

  boolean isValid() {
    return System.nanoTime() - until < 0;
  }

  /** Whether it was asked for at a time or later. */
  boolean isFrom(long nanoTime) {
    return asked - nanoTime >= 0;
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "Token";
  }
}
