package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/**
 * Reads what answers' bodies begin with, for people. The values of the subscription's headers are
 * hidden in it, since some endpoints tell in their answer what they got.
 */
final class AnswerReader {

  static final int MAX_ANSWER = 64 * 1024;
  private static final int KEPT_ANSWER = 1024;

  /** Hiding what is shorter would spoil the answer, and is no secret. */
  private static final int SHORTEST_SECRET = 8;

  private static final int SHORTEST_PART = 4;

  /** The longest first. */
  private final List<String> secrets;

  /**
   * For one subscription.
   *
   * @param headers whose values are hidden
   */
  AnswerReader(Map<String, String> headers) {
    this.secrets =
        headers.values().stream()
            .flatMap(AnswerReader::parts)
            .filter(value -> value.length() >= SHORTEST_SECRET)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** A value, and without the scheme that stands before credentials. */
  private static Stream<String> parts(String value) {
    return Stream.of(value, value.substring(value.indexOf(' ') + 1));
  }

  /**
   * What was read.
   *
   * @param isWhole whether nothing is left
   * @param trouble why nothing more came, if that was not the end
   */
  record Begin(String text, boolean isWhole, @Nullable IOException trouble) {

    private static final Begin EMPTY = new Begin("", true, null);
  }

  /**
   * Reads no more than a bound.
   *
   * @param token that was sent and is hidden, too, or null
   */
  Begin read(@Nullable HttpEntity entity, @Nullable Token token) {
    if (entity == null) {
      return Begin.EMPTY;
    }
    byte[] begin = new byte[KEPT_ANSWER];
    byte[] further = new byte[KEPT_ANSWER];
    int kept = 0;
    try {
      InputStream in = entity.getContent();
      for (int total = 0; total < MAX_ANSWER; ) {
        boolean isFull = kept == begin.length;
        int read = isFull ? in.read(further) : in.read(begin, kept, begin.length - kept);
        if (read < 0) {
          return new Begin(text(begin, kept, token), true, null);
        }
        total += read;
        kept += isFull ? 0 : read;
      }
      return new Begin(text(begin, kept, token), false, null);
    } catch (IOException e) {
      return new Begin(text(begin, kept, token), false, e);
    }
  }

  private String text(byte[] bytes, int length, @Nullable Token token) {
    List<String> hidden = token == null ? secrets : with(token.value());
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    for (String secret : hidden) {
      text = text.replace(secret, EndpointRules.HIDDEN);
    }
    return length < bytes.length ? text : withoutPart(text, hidden);
  }

  private List<String> with(String token) {
    List<String> all = new ArrayList<>(secrets);
    all.addFirst(token);
    return all;
  }

  /** One of the secrets may continue where the text ends. */
  private static String withoutPart(String text, List<String> hidden) {
    for (String secret : hidden) {
      for (int length = secret.length() - 1; length >= SHORTEST_PART; length--) {
        if (text.endsWith(secret.substring(0, length))) {
          return text.substring(0, text.length() - length) + EndpointRules.HIDDEN;
        }
      }
    }
    return text;
  }
}
