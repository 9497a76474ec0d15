package dev.walrelay.delivery.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.HttpMediaTypeNotAcceptableException;

class FormatNegotiationTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/event-stream                                   | SSE
          text/event-stream;charset=utf-8                     | SSE
          application/x-ndjson                                | NDJSON
          application/json                                    | JSON
          */*                                                 | JSON
          application/*                                       | JSON
          text/*                                              | SSE
          text/html, application/x-ndjson;q=0.9, */*;q=0.8    | NDJSON
          text/html, */*;q=0.1                                | JSON
          application/json;q=0.5, text/event-stream           | SSE
          application/json;q=0.5, text/event-stream;q=0.4     | JSON
          text/event-stream, application/json                 | SSE
          application/json, text/event-stream                 | JSON
          */*, text/event-stream                              | SSE
          application/json;q=0, */*                           | NDJSON
          application/*;q=0, */*                              | SSE
          """)
  void choosesByTheAcceptHeader(String accept, Format format)
      throws HttpMediaTypeNotAcceptableException {
    assertThat(Format.accepted(List.of(accept))).isEqualTo(format);
  }

  @Test
  void takesNoHeaderForAnything() throws HttpMediaTypeNotAcceptableException {
    assertThat(Format.accepted(List.of())).isEqualTo(Format.JSON);
  }

  @Test
  void readsSeveralHeadersAsOne() throws HttpMediaTypeNotAcceptableException {
    assertThat(Format.accepted(List.of("text/html", "application/x-ndjson")))
        .isEqualTo(Format.NDJSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "*/*;q=0", "text/event-stream;q=0", "nonsense"})
  void refusesWhatItCannotServe(String accept) {
    assertThatThrownBy(() -> Format.accepted(List.of(accept)))
        .isInstanceOf(HttpMediaTypeNotAcceptableException.class);
  }
}
