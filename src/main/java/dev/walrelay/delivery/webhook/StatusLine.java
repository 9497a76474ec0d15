package dev.walrelay.delivery.webhook;

import java.io.IOException;
import org.apache.hc.client5.http.impl.io.LenientHttpResponseParser;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The status of the answer to one request, known as soon as the answer's first line is there. That
 * line says what became of the event, also where the client makes nothing of the answer since what
 * follows is cut off or malformed.
 */
final class StatusLine {

  private static final ScopedValue<StatusLine> AWAITED = ScopedValue.newInstance();
  private static final int FIRST_FINAL = 200;

  private int status;

  /** 0 while there is none. */
  int status() {
    return status;
  }

  /** Makes the request whose answer this is about. */
  ClassicHttpResponse of(ScopedValue.CallableOp<ClassicHttpResponse, IOException> request)
      throws IOException {
    return ScopedValue.where(AWAITED, this).call(request);
  }

  /** Whether the answer to the request that is being made has begun. */
  static boolean isThere() {
    return AWAITED.isBound() && AWAITED.get().status != 0;
  }

  /** Takes it that what has come so far was no answer to the request that is being made. */
  static void forget() {
    if (AWAITED.isBound()) {
      AWAITED.get().status = 0;
    }
  }

  /** Reads answers for clients whose requests are made through {@link #of}. */
  static HttpMessageParser<ClassicHttpResponse> parser(Http1Config config) {
    return new Parser(config);
  }

  private static final class Parser extends LenientHttpResponseParser {

    Parser(Http1Config config) {
      super(config);
    }

    @Override
    protected ClassicHttpResponse createMessage(CharArrayBuffer line) throws IOException {
      ClassicHttpResponse response = super.createMessage(line);
      // There is none for a line that is no status line, which is then passed over.
      if (response != null && response.getCode() >= FIRST_FINAL && AWAITED.isBound()) {
        AWAITED.get().status = response.getCode();
      }
      return response;
    }
  }
}
