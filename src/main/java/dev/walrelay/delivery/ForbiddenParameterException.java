package dev.walrelay.delivery;

import java.io.Serial;

/** A request names a table or a prefix that its token may not see. */
public final class ForbiddenParameterException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String parameter;

  /**
   * About one parameter.
   *
   * @param value as it was given
   */
  public ForbiddenParameterException(String parameter, String value) {
    super(
        "%s: this token may not see '%s'; leave it out, or use a token whose limits in walrelay.security.tokens include it."
            .formatted(parameter, value));
    this.parameter = parameter;
  }

  /** The name of the parameter. */
  public String parameter() {
    return parameter;
  }
}
