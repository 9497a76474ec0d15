package dev.walrelay.pipeline;

import dev.walrelay.pipeline.Generated.Generator;
import dev.walrelay.pipeline.Generated.Texts;

/**
 * A type to be tested.
 *
 * @param type its name in SQL
 * @param values generated values
 * @param expected an SQL expression that makes of an operand, written as {@code $v}, the jsonb that
 *     its event must hold; null for null
 */
record ValueKind(String type, Generator values, String expected) {

  /** A type whose JSON is the text as the server prints it. */
  static ValueKind printed(String type, Texts texts) {
    return new ValueKind(type, Generated.text(type, texts), "to_jsonb(format('%s', $v))");
  }

  /** A type that reads a text, and the jsonb expected. */
  static ValueKind of(String type, Texts texts, String expected) {
    return new ValueKind(type, Generated.text(type, texts), expected);
  }

  /** The expression for an operand. */
  String expectedOf(String operand) {
    return "CASE WHEN %1$s IS NOT DISTINCT FROM NULL THEN NULL ELSE %2$s END"
        .formatted(operand, expected.replace("$v", operand));
  }

  /** Arrays of this type. */
  ValueKind array() {
    return new ValueKind(
        type + "[]",
        Generated.array(type, values),
        """
        (SELECT coalesce(jsonb_agg(%s ORDER BY n), '[]')
           FROM (SELECT n, ($v)[n] AS e FROM generate_subscripts($v, 1) AS n) AS u)"""
            .formatted(expectedOf("e")));
  }

  /** A domain over this type. */
  ValueKind domain(String name) {
    return new ValueKind(
        name,
        random -> {
          Generated value = values.next(random);
          return new Generated("CAST(%s AS %s)".formatted(value.sql(), name), value.parameters());
        },
        expected.replace("$v", "CAST($v AS %s)".formatted(type)));
  }

  /** A range type of this type of bounds, whose lower bounds lie below its upper ones. */
  static ValueKind range(String type, Generator lower, Generator upper, ValueKind bounds) {
    return new ValueKind(
        type,
        Generated.range(type, lower, upper),
        """
        CASE WHEN isempty($v) THEN '{"empty": true}'::jsonb
             ELSE jsonb_build_object(
               'lower', %s, 'upper', %s,
               'bounds', CASE WHEN lower_inc($v) THEN '[' ELSE '(' END
                      || CASE WHEN upper_inc($v) THEN ']' ELSE ')' END) END"""
            .formatted(bounds.expectedOf("lower($v)"), bounds.expectedOf("upper($v)")));
  }

  /** Multiranges of this range type. */
  ValueKind multirange(String name) {
    return new ValueKind(
        name,
        random -> {
          int count = random.nextInt(3);
          return Generated.all(
              name + "(",
              java.util.stream.IntStream.range(0, count)
                  .mapToObj(_ -> values.next(random))
                  .toList(),
              ")");
        },
        """
        (SELECT coalesce(jsonb_agg(%s ORDER BY r), '[]') FROM unnest($v) AS r)"""
            .formatted(expectedOf("r")));
  }
}
