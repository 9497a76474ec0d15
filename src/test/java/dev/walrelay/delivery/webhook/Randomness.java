package dev.walrelay.delivery.webhook;

import java.util.Random;

/** Text that does not compress. */
final class Randomness {

  private static final Random RANDOM = new Random(7);

  private Randomness() {}

  static String text(int length) {
    StringBuilder text = new StringBuilder(length);
    RANDOM.ints(length, 'A', 'Z').forEach(text::appendCodePoint);
    return text.toString();
  }
}
