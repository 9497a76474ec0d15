package dev.walrelay.eventlog;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What damage readers came upon. Each is logged once, however many readers come upon it. */
final class Damage {

  private static final Logger log = LoggerFactory.getLogger(Damage.class);

  private volatile @Nullable String found;

  /** The damage found last, in a sentence. */
  Optional<String> found() {
    return Optional.ofNullable(found);
  }

  /** Reads something, and takes note if it turns out to be damaged. */
  <T> T noting(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (DamagedLogException e) {
      note(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** Takes note of damage that somebody could do without. */
  synchronized void note(String sentence) {
    if (!sentence.equals(found)) {
      log.error("{}", sentence);
      found = sentence;
    }
  }
}
