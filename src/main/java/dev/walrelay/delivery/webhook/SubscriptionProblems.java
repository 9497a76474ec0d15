package dev.walrelay.delivery.webhook;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Says what is wrong with a request about subscriptions as a problem document (RFC 9457). */
@RestControllerAdvice
public final class SubscriptionProblems {

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unknown(UnknownSubscriptionException e) {
    return problem(HttpStatus.NOT_FOUND, e);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unknown(UnknownDeadLetterException e) {
    return problem(HttpStatus.NOT_FOUND, e);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> conflict(ConflictException e) {
    return problem(HttpStatus.CONFLICT, e);
  }

  private static ResponseEntity<ProblemDetail> problem(HttpStatus status, RuntimeException e) {
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(ProblemDetail.forStatusAndDetail(status, e.getMessage()));
  }
}
