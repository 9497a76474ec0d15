package dev.walrelay.pgoutput;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An encoding of the family EUC: two bytes from a square of 94 by 94, or three or four where the
 * first one is a single shift to another such plane. How many bytes belong together is decided by
 * the rules of the server, and what character they are by Java, one by one, so that nothing unknown
 * can throw the reading of what follows out of step.
 */
final class EucCharacters implements Characters {

  private static final int SS2 = 0x8E;
  private static final int SS3 = 0x8F;
  private static final int FIRST = 0xA1;
  private static final int SIDE = 94;

  /** The square without a shift, the two single shifts, and the sixteen planes of EUC_TW. */
  private static final int PLANES = 19;

  private final int afterSs2;
  private final int afterSs3;
  private final Decoding decoding;

  /** By plane; each is made when the first of its characters comes. */
  private final byte[] @Nullable [][] planes = new byte[PLANES][][];

  /** What one whole character is; contains U+FFFD if there is no such character. */
  @FunctionalInterface
  private interface Decoding {
    String decode(byte[] character);
  }

  private EucCharacters(int afterSs2, int afterSs3, Decoding decoding) {
    this.afterSs2 = afterSs2;
    this.afterSs3 = afterSs3;
    this.decoding = decoding;
  }

  static EucCharacters jp() {
    // Where the Japanese code has two readings, the server takes that of Windows, but for a dash.
    Map<Integer, String> otherwise =
        Map.of(
            0xA1BD, "\u2015", 0xA1C1, "\uFF5E", 0xA1C2, "\u2225", 0xA1DD, "\uFF0D", 0xA1F1,
            "\uFFE0", 0xA1F2, "\uFFE1", 0xA2CC, "\uFFE2", 0x8FA2C3, "\uFFE4");
    return new EucCharacters(2, 3, by("x-eucJP-Open", otherwise));
  }

  /** Java knows this one only in the guise of Shift JIS, whose bytes are a matter of arithmetic. */
  static EucCharacters jis2004() {
    Decoding shifted = by("x-SJIS_0213", Map.of());
    return new EucCharacters(
        2,
        3,
        character ->
            switch (code(character)) {
              case 0xA1B1 -> "\u203E";
              case 0xA1EF -> "\u00A5";
              default -> shifted.decode(ShiftJis.of(character));
            });
  }

  static EucCharacters cn() {
    return new EucCharacters(2, 2, by("GB2312", Map.of()));
  }

  static EucCharacters kr() {
    return new EucCharacters(2, 2, by("EUC-KR", Map.of()));
  }

  static EucCharacters tw() {
    Decoding decoding = by("x-EUC-TW", Map.of());
    return new EucCharacters(
        4,
        2,
        character -> decoding.decode(isFirstPlane(character) ? lastTwo(character) : character));
  }

  /** Four bytes can name the plane that two bytes suffice for. */
  private static boolean isFirstPlane(byte[] character) {
    return character.length == 4 && (character[1] & 0xFF) == FIRST;
  }

  private static byte[] lastTwo(byte[] character) {
    return new byte[] {character[2], character[3]};
  }

  private static Decoding by(String name, Map<Integer, String> otherwise) {
    Charset charset = Charset.forName(name);
    return character -> {
      String other = otherwise.get(code(character));
      return other == null ? new String(character, charset) : other;
    };
  }

  private static int code(byte[] character) {
    int code = 0;
    for (byte b : character) {
      code = (code << Byte.SIZE) | (b & 0xFF);
    }
    return code;
  }

  @Override
  public int length(byte[] source, int at, int end) {
    int length =
        switch (source[at] & 0xFF) {
          case SS2 -> afterSs2;
          case SS3 -> afterSs3;
          default -> 2;
        };
    if (length > end - at) {
      return 1;
    }
    for (int i = 1; i < length; i++) {
      if ((source[at + i] & 0xFF) < FIRST) {
        return 1;
      }
    }
    return length;
  }

  @Override
  public byte[] utf8(byte[] source, int at, int length) {
    int lead = source[at] & 0xFF;
    int cell = place(source, at + length - 1);
    return switch (length) {
      case 2 ->
          switch (lead) {
            case SS2 -> character(1, 0, cell, source, at, length);
            case SS3 -> UNKNOWN;
            default -> character(0, lead - FIRST, cell, source, at, length);
          };
      case 3 -> character(2, place(source, at + 1), cell, source, at, length);
      case 4 ->
          character(3 + place(source, at + 1), place(source, at + 2), cell, source, at, length);
      default -> UNKNOWN;
    };
  }

  private static int place(byte[] source, int at) {
    return (source[at] & 0xFF) - FIRST;
  }

  private byte[] character(int plane, int row, int cell, byte[] source, int at, int length) {
    if (plane >= PLANES || row < 0 || row >= SIDE || cell < 0 || cell >= SIDE) {
      return UNKNOWN;
    }
    byte[] @Nullable [] cells = planes[plane];
    if (cells == null) {
      cells = new byte[SIDE * SIDE][];
      planes[plane] = cells;
    }
    byte[] known = cells[row * SIDE + cell];
    if (known == null) {
      known = Characters.utf8(decoding.decode(Arrays.copyOfRange(source, at, at + length)));
      cells[row * SIDE + cell] = known;
    }
    return known;
  }
}
