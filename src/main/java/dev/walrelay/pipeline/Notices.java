package dev.walrelay.pipeline;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server says amid the stream. It repeats itself as long as there is reason to: each text
 * is logged once, and is of interest as long as it comes again and again. For any thread.
 */
final class Notices {

  private static final Logger LOGGER = LoggerFactory.getLogger(Notices.class);
  private static final int MOST = 100;
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final Clock clock;

  /** When each was last heard, in that order. */
  private final Map<String, Instant> heard = new LinkedHashMap<>();

  Notices(Clock clock) {
    this.clock = clock;
  }

  synchronized void add(String notice) {
    if (heard.remove(notice) == null) {
      LOGGER.warn("The server says: {}", notice);
    }
    heard.put(notice, clock.instant());
    if (heard.size() > MOST) {
      heard.remove(heard.keySet().iterator().next());
    }
  }

  /** Those of the last minute, the newest last. */
  synchronized List<String> latest() {
    Instant since = clock.instant().minus(FRESH);
    List<String> latest = new ArrayList<>();
    heard.forEach(
        (notice, at) -> {
          if (at.isAfter(since)) {
            latest.add(notice);
          }
        });
    return latest;
  }

  /** None is of interest any more; a text that comes again is not logged again. */
  synchronized void forget() {
    heard.replaceAll((_, _) -> Instant.EPOCH);
  }
}
