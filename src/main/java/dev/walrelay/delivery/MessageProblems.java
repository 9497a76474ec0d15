package dev.walrelay.delivery;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConversionException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Blames requests whose parts do not decode, where Spring would blame the service. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class MessageProblems {

  @ExceptionHandler
  ResponseEntity<ProblemDetail> query(InvalidParameterException e) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.BAD_REQUEST, "query: it is not percent-encoded UTF-8.");
    problem.setProperty("parameter", "query");
    return answer(problem);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> body(HttpMessageConversionException e) {
    return answer(
        ProblemDetail.forStatusAndDetail(
            HttpStatus.BAD_REQUEST, "The body can't be read: it must be JSON in UTF-8."));
  }

  /** JSON has but one encoding here (RFC 8259, section 8.1). */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> encoding(HttpMessageNotWritableException e) {
    return answer(
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_ACCEPTABLE,
            "The Accept header asks for an encoding that there is not: answers are in UTF-8."));
  }

  private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
