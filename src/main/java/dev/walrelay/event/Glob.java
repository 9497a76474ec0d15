package dev.walrelay.event;

import java.util.Arrays;

/**
 * A pattern in which {@code *} stands for any characters and {@code ?} for one. Matching takes time
 * in proportion to pattern times text at worst: a reader cannot make it explode.
 */
final class Glob {

  private static final int MANY = -1;
  private static final int ONE = -2;

  /** Code points, or one of the two wildcards. */
  private final int[] pattern;

  private Glob(int[] pattern) {
    this.pattern = pattern;
  }

  /** A pattern all of whose stars and question marks are wildcards. */
  static Glob of(String text) {
    Builder builder = new Builder(text.length());
    text.codePoints().forEach(builder::unquoted);
    return builder.build();
  }

  /** Whether it has no wildcard, so that only its own text fits. */
  boolean isPlain() {
    return Arrays.stream(pattern).allMatch(character -> character >= 0);
  }

  boolean matches(String text) {
    int[] characters = text.codePoints().toArray();
    int inPattern = 0;
    int inText = 0;
    int star = -1;
    int retry = 0;
    while (inText < characters.length) {
      if (inPattern < pattern.length && pattern[inPattern] == MANY) {
        star = inPattern++;
        retry = inText;
      } else if (inPattern < pattern.length && fits(pattern[inPattern], characters[inText])) {
        inPattern++;
        inText++;
      } else if (star >= 0) {
        // Only the latest star needs to take one more: an earlier one could gain nothing by it.
        inPattern = star + 1;
        inText = ++retry;
      } else {
        return false;
      }
    }
    while (inPattern < pattern.length && pattern[inPattern] == MANY) {
      inPattern++;
    }
    return inPattern == pattern.length;
  }

  private static boolean fits(int wanted, int character) {
    return wanted == ONE || wanted == character;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob glob && Arrays.equals(pattern, glob.pattern);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(pattern);
  }

  /** As it is written, without quotes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(pattern.length);
    for (int character : pattern) {
      switch (character) {
        case MANY -> text.append('*');
        case ONE -> text.append('?');
        default -> text.appendCodePoint(character);
      }
    }
    return text.toString();
  }

  /** Puts a pattern together of characters that may be wildcards and others that may not. */
  static final class Builder {

    private final int[] pattern;
    private int length;

    Builder(int capacity) {
      pattern = new int[capacity];
    }

    void unquoted(int character) {
      quoted(
          switch (character) {
            case '*' -> MANY;
            case '?' -> ONE;
            default -> character;
          });
    }

    void quoted(int character) {
      pattern[length++] = character;
    }

    Glob build() {
      return new Glob(Arrays.copyOf(pattern, length));
    }
  }
}
