package dev.walrelay.delivery;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The error page: what filters refuse, or what fails outside of controllers, is said in a problem
 * document, too.
 */
@RestController
@Hidden
public final class ProblemErrors implements ErrorController {

  @RequestMapping("${spring.web.error.path:/error}")
  ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
    HttpStatus status = status(request);
    ProblemDetail problem = ProblemDetail.forStatus(status);
    // The message of a failure is for the log alone.
    if (!status.equals(HttpStatus.INTERNAL_SERVER_ERROR)
        && request.getAttribute(RequestDispatcher.ERROR_MESSAGE) instanceof String message
        && !message.isBlank()) {
      problem.setDetail(message);
    }
    problem.setInstance(uri(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI)));
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  /** Whoever asks for this path without an error finds nothing. */
  private static HttpStatus status(HttpServletRequest request) {
    if (request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code) {
      HttpStatus status = HttpStatus.resolve(code);
      return status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status;
    }
    return HttpStatus.NOT_FOUND;
  }

  private static @Nullable URI uri(@Nullable Object requested) {
    try {
      return requested instanceof String path ? URI.create(path) : null;
    } catch (IllegalArgumentException _) {
      // An address that is malformed is what many of these errors are about.
      return null;
    }
  }
}
