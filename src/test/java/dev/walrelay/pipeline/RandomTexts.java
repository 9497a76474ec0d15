package dev.walrelay.pipeline;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random texts that PostgreSQL's types read. */
final class RandomTexts {

  private static final List<String> PIECES =
      List.of(
          "a", "B", "0", " ", "\"", "\\", "'", ",", ";", "{", "}", "(", ")", "[", "]", "=>", "NULL",
          "null", "\n", "\r", "\t", "\b", "\f", "\u0001", "\u001f", "\u007f", "\u0085", "é", "漢",
          "😀", "\u2028", "\u2029", "\ufeff", "\uffff", "%", "$1", "/", "<", "&", ":", "word ");

  private RandomTexts() {}

  static String anything(Random random) {
    return pieces(random, random.nextInt(9));
  }

  /** Up to so many characters, counted as PostgreSQL counts them. */
  static String atMost(int characters, Random random) {
    String text = pieces(random, 4);
    return text.codePointCount(0, text.length()) <= characters ? text : "é\" \\";
  }

  private static String pieces(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> oneOf(random, PIECES))
        .collect(Collectors.joining());
  }

  static String oneOf(Random random, List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  static String oneOf(Random random, String... texts) {
    return oneOf(random, List.of(texts));
  }

  /** A number of that many digits at most. */
  static String digits(Random random, int most) {
    return IntStream.rangeClosed(0, random.nextInt(most))
        .mapToObj(_ -> String.valueOf(random.nextInt(10)))
        .collect(Collectors.joining());
  }

  static String word(Random random) {
    return oneOf(random, "fat", "cat", "rat", "sat", "mat") + digits(random, 2);
  }

  static String coordinate(Random random) {
    return oneOf(random, "0", "-1", "1.5", "1e+30", "-2.25e-10", "123456789.125");
  }

  static String point(Random random) {
    return "(" + coordinate(random) + "," + coordinate(random) + ")";
  }

  static String decimal(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> oneOf(random, "NaN", "Infinity", "-Infinity", "0", "0.000", "-0.10", "1e-20");
      case 1 -> oneOf(random, "", "-") + "1" + digits(random, 1_000) + "." + digits(random, 1_000);
      default -> oneOf(random, "", "-") + digits(random, 10) + "." + digits(random, 10);
    };
  }

  static String doublePrecision(Random random) {
    return switch (random.nextInt(3)) {
      case 0 ->
          oneOf(random, "NaN", "Infinity", "-Infinity", "-0", "5e-324", "1.7976931348623157e308");
      case 1 -> Double.toString(random.nextGaussian() * 1e6);
      default -> finite(Double.longBitsToDouble(random.nextLong()));
    };
  }

  private static String finite(double number) {
    return Double.isFinite(number) ? Double.toString(number) : "1e300";
  }

  static String real(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> oneOf(random, "NaN", "Infinity", "-Infinity", "-0", "1e-45", "3.4028235e38");
      case 1 -> Float.toString((float) random.nextGaussian());
      default -> finite(Float.intBitsToFloat(random.nextInt()));
    };
  }

  private static String finite(float number) {
    return Float.isFinite(number) ? Float.toString(number) : "1e30";
  }

  static String date(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> oneOf(random, "infinity", "-infinity", "4714-11-24 BC", "5874897-12-31");
      case 1 -> day(random, 1 + random.nextInt(4_000)) + " BC";
      case 2 -> day(random, 10_000 + random.nextInt(200_000));
      default -> day(random, 1 + random.nextInt(9_999));
    };
  }

  private static String day(Random random, int year) {
    return "%04d-%02d-%02d".formatted(year, 1 + random.nextInt(12), 1 + random.nextInt(28));
  }

  static String time(Random random) {
    String seconds =
        oneOf(random, "00", "05.5", "59.999999", "18.844738", "30.100000", "07.000001");
    return oneOf(random, "24:00:00", "00:00:00", "%02d:%02d:%s")
        .formatted(random.nextInt(24), random.nextInt(60), seconds);
  }

  static String timestamp(Random random) {
    return switch (random.nextInt(5)) {
      case 0 ->
          oneOf(random, "infinity", "-infinity", "4714-11-24 00:00:00 BC", "294276-12-31 23:59:59");
      case 1 -> day(random, 1 + random.nextInt(4_000)) + " " + time(random) + " BC";
      case 2 -> day(random, 10_000 + random.nextInt(200_000)) + " " + time(random);
      default -> day(random, 1 + random.nextInt(9_999)) + " " + time(random);
    };
  }

  static String zone(Random random) {
    return oneOf(random, "+00", "+02", "-03:30", "+15:59", "-11", "+05:45");
  }

  static String interval(Random random) {
    return "%d months %d days %d microseconds"
        .formatted(
            random.nextInt(-2_000, 2_000),
            random.nextInt(-40, 40),
            random.nextLong(-10_000_000_000L, 10_000_000_000L));
  }

  static String hex(Random random, int bytes) {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    return java.util.HexFormat.of().formatHex(content);
  }

  static String json(Random random) {
    return json(random, 3);
  }

  private static String json(Random random, int depth) {
    String space = oneOf(random, "", " ", "\n\t", "\r\n");
    return switch (random.nextInt(depth > 0 ? 7 : 4)) {
      case 0 -> space + oneOf(random, "true", "false", "null") + space;
      case 1 -> oneOf(random, "-", "") + "1" + digits(random, 400) + oneOf(random, "", ".50", "e5");
      case 2 -> SlotEvents.JSON.writeValueAsString(anything(random));
      case 3 -> oneOf(random, "[]", "{ }", "\"\\u00e9\\/\\n\"", "\"\"", "0", "-0.0");
      case 4, 5 -> "[" + json(random, depth - 1) + space + "," + json(random, depth - 1) + "]";
      default ->
          "{\"a\":"
              + json(random, depth - 1)
              + space
              + ", \"b\" : "
              + json(random, depth - 1)
              + ",\"a\":1}";
    };
  }
}
