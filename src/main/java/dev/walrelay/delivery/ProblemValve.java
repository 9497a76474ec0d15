package dev.walrelay.delivery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Says what is wrong with requests that Tomcat refuses before any filter sees them, such as those
 * for a malformed address.
 */
public final class ProblemValve extends ErrorReportValve {

  private static final Logger logger = LoggerFactory.getLogger(ProblemValve.class);
  private static final JsonMapper JSON = JsonMapper.shared();

  @Override
  protected void report(Request request, Response response, Throwable throwable) {
    int status = response.getStatus();
    if (status < HttpStatus.BAD_REQUEST.value() || response.getContentWritten() > 0) {
      return;
    }
    byte[] problem = problem(status);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(problem.length);
    try {
      response.getOutputStream().write(problem);
      response.finishResponse();
    } catch (IOException e) {
      logger.debug("The one who asked went away: {}", e.toString());
    }
  }

  private static byte[] problem(int status) {
    Map<String, Object> problem = new LinkedHashMap<>();
    HttpStatus known = HttpStatus.resolve(status);
    if (known != null) {
      problem.put("title", known.getReasonPhrase());
    }
    problem.put("status", status);
    problem.put("detail", "The request is malformed: see RFC 9110 and RFC 9112.");
    return JSON.writeValueAsString(problem).getBytes(StandardCharsets.UTF_8);
  }
}
