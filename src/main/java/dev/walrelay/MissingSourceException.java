package dev.walrelay;

import java.io.Serial;

/** No source database is configured. */
final class MissingSourceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  MissingSourceException(Throwable cause) {
    super(
        "There is no database to read from; set SPRING_DATASOURCE_URL (such as"
            + " jdbc:postgresql://localhost:5432/shop), SPRING_DATASOURCE_USERNAME and"
            + " SPRING_DATASOURCE_PASSWORD.",
        cause);
  }
}
