package dev.walrelay.delivery;

import java.io.Serial;

/** A request's parameter, header or field is unknown or has a value that means nothing. */
public final class InvalidParameterException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String parameter;

  /**
   * About one parameter.
   *
   * @param explanation completes a sentence that begins with the parameter's name and a colon
   */
  public InvalidParameterException(String parameter, String explanation) {
    super(parameter + ": " + explanation + ".");
    this.parameter = parameter;
  }

  /** The name of the parameter, header or field. */
  public String parameter() {
    return parameter;
  }
}
