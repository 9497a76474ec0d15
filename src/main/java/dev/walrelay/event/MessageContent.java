package dev.walrelay.event;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes the content of a logical decoding message, which is bytes to PostgreSQL: as JSON if it
 * parses, else as text if it is valid UTF-8, else as base64.
 */
final class MessageContent {

  private static final byte[] CONTENT = JsonBytes.ascii(",\"content\":");
  private static final byte[] JSON = JsonBytes.ascii(",\"content_encoding\":\"json\"");
  private static final byte[] TEXT = JsonBytes.ascii(",\"content_encoding\":\"text\"");
  private static final byte[] BASE64 = JsonBytes.ascii(",\"content_encoding\":\"base64\"");

  /** What is too deep for readers is passed on as text; the other bounds are the message's own. */
  private final JsonFactory json =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Appends the members {@code content} and {@code content_encoding}. */
  void write(byte[] source, int offset, int length, JsonBuffer out) {
    out.put(CONTENT);
    if (!Utf8.isValid(source, offset, length)) {
      Base64Text.write(source, offset, length, out);
      out.put(BASE64);
    } else if (isJson(source, offset, length)) {
      ScalarWriters.json(source, offset, length, out);
      out.put(JSON);
    } else {
      JsonText.writeString(source, offset, length, out);
      out.put(TEXT);
    }
  }

  private boolean isJson(byte[] source, int offset, int length) {
    if (!mayBeginJson(source, offset, length)) {
      return false;
    }
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), source, offset, length)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JacksonException _) {
      // Being no JSON is one of the three kinds of content, not an error.
      return false;
    }
  }

  /** Spares ordinary text the cost of an exception; also the byte order mark, which is no JSON. */
  private static boolean mayBeginJson(byte[] source, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      switch (source[i]) {
        case ' ', '\t', '\r', '\n' -> {}
        case '{', '[', '"', '-', 't', 'f', 'n' -> {
          return true;
        }
        default -> {
          return source[i] >= '0' && source[i] <= '9';
        }
      }
    }
    return false;
  }
}
