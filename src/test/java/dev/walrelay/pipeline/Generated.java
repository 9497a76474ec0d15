package dev.walrelay.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A generated value: an SQL expression and the texts of its parameters, so that no value is quoted
 * by the tests either.
 */
record Generated(String sql, List<String> parameters) {

  /** Makes values from random numbers. */
  @FunctionalInterface
  interface Generator {
    Generated next(Random random);
  }

  /** Makes texts that a type reads. */
  @FunctionalInterface
  interface Texts {
    String next(Random random);
  }

  static final Generated NULL = new Generated("NULL", List.of());

  /** A text that the type reads. */
  static Generator text(String type, Texts texts) {
    return random ->
        new Generated("CAST(CAST(? AS text) AS %s)".formatted(type), List.of(texts.next(random)));
  }

  /** An array of up to four elements and nulls, some with other bounds. */
  static Generator array(String elementType, Generator elements) {
    return random -> {
      List<Generated> parts =
          IntStream.range(0, random.nextInt(5)).mapToObj(_ -> orNull(elements, random)).toList();
      return all("ARRAY[", parts, "]::" + elementType + "[]");
    };
  }

  /** A row of those members, some of which are null. */
  static Generator row(String type, List<Generator> members) {
    return random ->
        all("ROW(", members.stream().map(m -> orNull(m, random)).toList(), ")::" + type);
  }

  /** A range by its constructor, with any of the four kinds of bounds; some sides are open. */
  static Generator range(String constructor, Generator lower, Generator upper) {
    return random -> {
      List<Generated> sides = List.of(orNull(lower, random), orNull(upper, random));
      String bounds = List.of("[)", "[]", "(]", "()").get(random.nextInt(4));
      return all(constructor + "(", sides, ", '" + bounds + "')");
    };
  }

  private static Generated orNull(Generator generator, Random random) {
    return random.nextInt(6) == 0 ? NULL : generator.next(random);
  }

  /** Several values, with commas, between two pieces of SQL. */
  static Generated all(String before, List<Generated> values, String after) {
    List<String> parameters = new ArrayList<>();
    values.forEach(value -> parameters.addAll(value.parameters()));
    return new Generated(
        values.stream().map(Generated::sql).collect(Collectors.joining(", ", before, after)),
        parameters);
  }
}
