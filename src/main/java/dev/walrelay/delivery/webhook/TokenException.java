package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.Serial;
import java.util.concurrent.TimeoutException;

/**
 * There is no token to show to an endpoint, which says nothing of any event: the endpoint counts as
 * down. The message never holds what was sent or answered, which are secrets.
 */
final class TokenException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private TokenException(String client, String why, Throwable cause) {
    super("There is no token of the OAuth2 client '%s' to send: %s.".formatted(client, why), cause);
  }

  static TokenException of(String client, Throwable failure) {
    return new TokenException(client, why(failure), failure);
  }

  private static String why(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case TimeoutException _ -> {
          return "its token endpoint did not answer in time";
        }
        case InterruptedException _ -> {
          return "the attempt was ended";
        }
        case TokenRequest.RefusedException e -> {
          return String.valueOf(e.getMessage());
        }
        case IOException e -> {
          return "its token endpoint can't be reached (%s)".formatted(Reasons.of(e));
        }
        default -> {}
      }
    }
    return "what its token endpoint answers is no token that can be sent";
  }
}
