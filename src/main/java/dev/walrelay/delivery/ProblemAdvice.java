package dev.walrelay.delivery;

import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.EventLogException;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Says what is wrong with a request as a problem document (RFC 9457). Spring's own errors become
 * such documents by {@code spring.mvc.problemdetails.enabled}.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ProblemAdvice {

  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);
  private static final String RETRY_SECONDS = "5";

  /** A problem document with the member {@code parameter}. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalid(InvalidParameterException e) {
    return about(e.parameter(), problem(HttpStatus.BAD_REQUEST, e));
  }

  /** A problem document with the member {@code parameter}. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> forbidden(ForbiddenParameterException e) {
    return about(e.parameter(), problem(HttpStatus.FORBIDDEN, e));
  }

  private static ResponseEntity<ProblemDetail> about(String parameter, ProblemDetail problem) {
    problem.setProperty("parameter", parameter);
    return answer(problem).body(problem);
  }

  /** A problem document with the member {@code earliest}, if any event is stored. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> gone(RetentionGapException e) {
    ProblemDetail problem = problem(HttpStatus.GONE, e);
    e.earliest().ifPresent(id -> problem.setProperty("earliest", id));
    return answer(problem).body(problem);
  }

  /** Spring would not write a document to somebody who accepts none; its reader is a person. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> notAcceptable(HttpMediaTypeNotAcceptableException e) {
    ProblemDetail problem = e.getBody();
    return ResponseEntity.status(problem.getStatus())
        .headers(e.getHeaders())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  /** A problem document that says to come back. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unavailable(UnavailableException e) {
    return comeBack(e);
  }

  /** The storage failed. What has begun to be answered is cut off, so that it looks not whole. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> storage(EventLogException e, HttpServletResponse response) {
    if (response.isCommitted()) {
      throw e;
    }
    log.error("A request failed because the event log could not be read.", e);
    return comeBack(e);
  }

  /** What is damaged stays so: coming back does not help. The log itself has told of it. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> damaged(DamagedLogException e, HttpServletResponse response) {
    if (response.isCommitted()) {
      throw e;
    }
    ProblemDetail problem = problem(HttpStatus.INTERNAL_SERVER_ERROR, e);
    return answer(problem).body(problem);
  }

  private static ResponseEntity<ProblemDetail> comeBack(RuntimeException e) {
    ProblemDetail problem = problem(HttpStatus.SERVICE_UNAVAILABLE, e);
    return answer(problem).header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS).body(problem);
  }

  private static ProblemDetail problem(HttpStatus status, RuntimeException e) {
    return ProblemDetail.forStatusAndDetail(status, e.getMessage());
  }

  private static ResponseEntity.BodyBuilder answer(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON);
  }
}
