package dev.walrelay.eventlog;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Finds events of a block by the time of their commit. */
final class CommitTimes {

  /** Events hold what users store, however deep or long; and their names are not worth caching. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .build();

  private CommitTimes() {}

  /** Microseconds since 1970, rounded up; the ends of what fits stand for all beyond. */
  static long micros(Instant time) {
    try {
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time);
      return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).isBefore(time) ? micros + 1 : micros;
    } catch (ArithmeticException e) {
      return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** The index of the first event that committed then or later; the block's count if none did. */
  static int firstSince(Block block, long micros) {
    for (int i = 0; i < block.count(); i++) {
      if (commitTime(block, i) >= micros) {
        return i;
      }
    }
    return block.count();
  }

  private static long commitTime(Block block, int index) {
    int start = block.start(index);
    try (JsonParser parser =
        JSON.createParser(
            ObjectReadContext.empty(), block.bytes(), start, block.end(index) - start)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean found = "commit_time".equals(parser.currentName());
        parser.nextToken();
        if (found) {
          return micros(Instant.parse(parser.getString()));
        }
        parser.skipChildren();
      }
      return Long.MIN_VALUE;
    }
  }
}
