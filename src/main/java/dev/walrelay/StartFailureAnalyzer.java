package dev.walrelay;

import dev.walrelay.access.AccessSettingsException;
import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.replication.ReplicationException;
import dev.walrelay.secret.SecretException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Shows the sentence of a failure that was written for people, instead of a stack trace or what
 * Spring Boot would say of the cause.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureAnalyzer implements FailureAnalyzer {

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case UnknownKeyException e -> {
          return analysis(e);
        }
        case MissingSourceException e -> {
          return analysis(e);
        }
        case ReplicationException e -> {
          return analysis(e);
        }
        case InvalidParameterException e -> {
          return analysis(e);
        }
        case EventLogException e -> {
          return analysis(e);
        }
        case AccessSettingsException e -> {
          return analysis(e);
        }
        case SecretException e -> {
          return analysis(e);
        }
        default -> {}
      }
    }
    return null;
  }

  private static FailureAnalysis analysis(Throwable cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
  }
}
