package dev.walrelay.delivery.sse;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;

/**
 * How events are written. Which one a request gets is decided by RFC 9110, section 12.5.1: the
 * highest quality, where the most specific range speaks for a format. Among equals the one asked
 * for most specifically, then the one named first; a request that takes anything gets {@link
 * #JSON}, since what comes to an end suits whoever did not ask.
 */
enum Format {
  JSON("application/json"),
  NDJSON("application/x-ndjson"),
  SSE("text/event-stream;charset=UTF-8");

  private final String contentType;

  Format(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  private MediaType mediaType() {
    return MediaType.parseMediaType(contentType);
  }

  /** Chooses by the values of a request's {@code Accept} headers; none means anything. */
  static Format accepted(List<String> headers) throws HttpMediaTypeNotAcceptableException {
    List<MediaType> ranges = parse(headers);
    if (ranges.isEmpty()) {
      return JSON;
    }
    return Arrays.stream(values())
        .flatMap(format -> Choice.of(format, ranges).stream())
        .filter(choice -> choice.quality() > 0)
        .max(Choice.PREFERENCE)
        .map(Choice::format)
        .orElseThrow(Format::notAcceptable);
  }

  private static List<MediaType> parse(List<String> headers)
      throws HttpMediaTypeNotAcceptableException {
    try {
      return MediaType.parseMediaTypes(headers);
    } catch (InvalidMediaTypeException e) {
      HttpMediaTypeNotAcceptableException malformed =
          new HttpMediaTypeNotAcceptableException("The Accept header is malformed.");
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static HttpMediaTypeNotAcceptableException notAcceptable() {
    return new HttpMediaTypeNotAcceptableException(
        Arrays.stream(values()).map(Format::mediaType).toList());
  }

  /**
   * A format with what the range that fits it best says.
   *
   * @param precedence higher the earlier that range is named
   */
  private record Choice(Format format, double quality, int specificity, int precedence) {

    static final Comparator<Choice> BEST_FIT =
        Comparator.comparingInt(Choice::specificity).thenComparingInt(Choice::precedence);
    static final Comparator<Choice> PREFERENCE =
        Comparator.comparingDouble(Choice::quality).thenComparing(BEST_FIT);

    static Optional<Choice> of(Format format, List<MediaType> ranges) {
      MediaType mediaType = format.mediaType();
      return IntStream.range(0, ranges.size())
          .filter(i -> ranges.get(i).includes(mediaType))
          .mapToObj(i -> of(format, ranges.get(i), -i))
          .max(BEST_FIT);
    }

    private static Choice of(Format format, MediaType range, int precedence) {
      int specificity = range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
      return new Choice(format, range.getQualityValue(), specificity, precedence);
    }
  }
}
