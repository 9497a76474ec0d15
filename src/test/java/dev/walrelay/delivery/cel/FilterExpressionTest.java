package dev.walrelay.delivery.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.walrelay.event.Condition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterExpressionTest {

  private static final String UPDATE =
      """
      {"id":"0000000000000001-00000001","op":"update","schema":"public","table":"orders",\
      "lsn":"0/1","commit_lsn":"0/1","commit_time":"2026-11-30T05:52:18.844738Z","xid":7,\
      "key":{"id":1},"after":{"id":1,"status":"paid","total":12.5,"big":12345678901234567890,\
      "tags":["a","b"],"note":null,"text":"quote \\" brace } comma ,"},"unchanged":["photo"]}\
      """;

  private static final String MESSAGE =
      """
      {"id":"0000000000000002-00000000","op":"message","prefix":"audit","transactional":false,\
      "content":{"level":3},"content_encoding":"json","lsn":"0/2"}\
      """;

  private final AtomicInteger failures = new AtomicInteger();

  private boolean matches(String expression, String event) {
    Condition condition = FilterExpression.compile(expression).condition(failures::incrementAndGet);
    // With bytes around it, as in a block.
    byte[] bytes = ("}\n" + event + "\n{\"op\":\"x\"}").getBytes(StandardCharsets.UTF_8);
    int length = event.getBytes(StandardCharsets.UTF_8).length;
    return condition.test(bytes, 2, 2 + length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "op == 'update' && after.status == 'paid'",
        "after.total > 12 && after.total < 12.75",
        "after.big > 1.0",
        "'b' in after.tags",
        "after.note == null",
        "after.text.endsWith('comma ,')",
        "key.id == 1 && xid == 7",
        "has(after.status) && !has(after.missing)",
        "!has(before.status) && size(before) == 0",
        "size(changed) == 0 && 'photo' in unchanged",
        "prefix == null && origin == null && content == null",
        "timestamp(commit_time) > timestamp('2026-11-30T00:00:00Z')",
        "schema + '.' + table == 'public.orders'",
        "table.matches('^ord.*s$')",
        "after.tags.exists(tag, tag == 'a')",
      })
  void matchesWhatItSays(String expression) {
    assertThat(matches(expression, UPDATE)).isTrue();
    assertThat(matches("!(" + expression + ")", UPDATE)).isFalse();
    assertThat(failures).hasValue(0);
  }

  @Test
  void readsMessages() {
    assertThat(matches("prefix == 'audit' && content.level >= 3", MESSAGE)).isTrue();
    assertThat(matches("table != 'orders' && transactional == false", MESSAGE)).isTrue();
    assertThat(matches("table == 'orders'", MESSAGE)).isFalse();
    assertThat(failures).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "before.status == 'paid'",
        "after.missing > 1",
        "after.status > 1",
        "prefix.startsWith('a')",
        "1 / (xid - 7) == 1",
      })
  void doesNotMatchAndIsCountedWhereItFails(String expression) {
    assertThat(matches(expression, UPDATE)).isFalse();
    assertThat(matches("!(" + expression + ")", UPDATE)).isFalse();
    assertThat(failures).hasValue(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "op == 'update' &&            | at 18",
        "op = 'update'                | at 4",
        "opp == 'update'              | at 1",
        "op == 1                      | at 4",
        "xid + 1                      | bool",
        "op == 'a' && after.status == | at",
      })
  void saysWhereTheMistakeIs(String expression, String place) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FilterExpression.compile(expression))
        .withMessageContaining(place);
  }

  @Test
  void isBoundedInLengthDepthAndIterations() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FilterExpression.compile("op == '" + "x".repeat(5000) + "'"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FilterExpression.compile("(".repeat(500) + "true" + ")".repeat(500)));
    String list = "[0,1,2,3,4,5,6,7,8,9]";
    String costly =
        "%s.all(a, %s.all(b, %s.all(c, %s.all(d, %s.all(e, a + b + c + d + e >= 0)))))"
            .formatted(list, list, list, list, list);
    assertThat(matches(costly, UPDATE)).isFalse();
    assertThat(failures).hasValue(1);
  }

  private static String row(String text) {
    return "{\"id\":\"0000000000000001-00000001\",\"op\":\"insert\",\"after\":{\"t\":%s}}"
        .formatted(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[0,1,2,3,4,5,6,7,8,9].all(a, [0,1,2,3,4,5,6,7,8,9].all(b, size(after.t + after.t) > 1))",
        "[0,1,2,3,4,5,6,7,8,9].all(a, [0,1,2,3,4,5,6,7,8,9].all(b, after == after))",
        "[0,1,2,3,4,5,6,7,8,9].all(a, !after.t.matches('x*y'))",
        "[0,1,2,3,4,5,6,7,8,9].exists(a, [0,1,2,3,4,5,6,7,8,9].exists(b, after != after)) || true",
      })
  void doesNotMatchWhereItCostsTooMuch(String expression) {
    String large = row('"' + "x".repeat(3_000_000) + '"');

    assertThat(matches(expression, row("\"x\""))).isTrue();
    assertThat(failures).hasValue(0);
    assertThat(matches(expression, large)).isFalse();
    assertThat(failures).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"after.t.contains('xy') || after.t.endsWith('xx')", "after.t.matches('^x*$')"})
  void affordsToLookThroughALargeText(String expression) {
    assertThat(matches(expression, row('"' + "x".repeat(5_000_000) + '"'))).isTrue();
    assertThat(failures).hasValue(0);
  }

  static List<Named<String>> values() {
    return List.of(
        Named.of("a long number", "7".repeat(1500)),
        Named.of("a long fraction", "-" + "7".repeat(1500) + ".5e-7"),
        Named.of("a number beyond all doubles", "1e400"),
        Named.of("a deep array", "[".repeat(600) + "]".repeat(600)),
        Named.of("a very deep array", "[".repeat(100_000) + "]".repeat(100_000)),
        Named.of("a very deep object", "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)),
        Named.of("a long name", "{\"" + "n".repeat(70_000) + "\":1}"),
        Named.of("brackets in texts", "[ \"}\\\"]\" , { } ]"));
  }

  /** Nor does what is beside it in the same document. */
  @ParameterizedTest
  @MethodSource("values")
  void matchesWhateverAColumnHoldsThatItDoesNotMention(String value) {
    String members = "{\"other\":%s,\"status\":\"paid\",\"more\":%s}".formatted(value, value);
    String event =
        "{\"id\":\"0000000000000001-00000001\",\"op\":\"update\",\"table\":\"orders\",\"before\":%s,"
                .formatted(members)
            + "\"after\":{\"other\":%s,\"status\":\"paid\",\"j\":%s},\"unchanged\":[\"photo\"]}"
                .formatted(value, members);

    assertThat(matches("after.status == 'paid' && before.status == 'paid'", event)).isTrue();
    assertThat(matches("after['status'] == 'paid' && !has(after.missing)", event)).isTrue();
    assertThat(matches("after.j.status == 'paid' && has(after.other)", event)).isTrue();
    assertThat(matches("'photo' in unchanged && table.matches('^o')", event)).isTrue();
    assertThat(failures).hasValue(0);
  }

  @Test
  void whatItDoesNotMentionCostsNothing() {
    String event = row("\"" + "x".repeat(20_000_000) + "\",\"status\":\"paid\"");

    assertThat(matches("after.status.matches('^p')", event)).isTrue();
    assertThat(failures).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807,  after.t == 9223372036854775807 && after.t != 9223372036854775806",
    "-9223372036854775808, after.t == -9223372036854775808",
    "9223372036854775808,  after.t > 9223372036854770000 && after.t == 9223372036854775808.0",
    "999999999999999999,   after.t == 999999999999999999",
    "-0,                   after.t == 0",
    "12.50,                after.t == 12.5 && after.t > 12",
    "1E+2,                 after.t == 100",
    "5e-324,               after.t > 0",
    "1e400,                after.t > 1.7e308",
    "-1e400,               after.t < -1.7e308 && after.t < 0",
  })
  void takesNumbersForWhatTheyAreOrTheNearestDouble(String number, String expression) {
    assertThat(matches(expression, row(number))).isTrue();
    assertThat(failures).hasValue(0);
  }

  @Test
  void ordersNumbersBeyondAllDoubles() {
    assertThat(matches("after.t > 5 && after.t > 1.7e308", row("7".repeat(1500)))).isTrue();
    assertThat(matches("after.t < 5 && after.t < -1.7e308", row("-" + "7".repeat(1500)))).isTrue();
    assertThat(matches("after.t == 7.0", row("7." + "0".repeat(1500)))).isTrue();
    assertThat(failures).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "after.t.list.exists(i, i.kind == 'x')",
        "after.t.list.exists(after, after.kind == 'x')",
        "after.t.list[1].kind == 'x' && size(after.t.list) == 2",
        "after.t == {'list': [{'kind': 1.0}, {'kind': 'x'}], 'a': {'b': null, 'c': {}}}",
        "after.t.a == {'b': null, 'c': {}} && after.t.a.b == null && size(after.t.a.c) == 0",
        "after['t']['a'].b == null && 'c' in after.t.a && !('d' in after['t'].a)",
        "has(after.t.a.c) && !has(after.t.a.d) && size(after) == 1",
        "(op == 'insert' ? after : before).t.list[0].kind == 1",
        "after.exists(name, name == 't')",
        ".after.t.list[0].kind == 1",
      })
  void readsAllThatItUses(String expression) {
    String json = "{ \"list\" : [ {\"kind\":1},{\"kind\": \"x\"}],\t\"a\":{\"b\":null,\"c\":{ }} }";

    assertThat(matches(expression, row(json))).isTrue();
    assertThat(failures).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {490, 100_000})
  void doesNotMatchWhereAnEventIsNestedTooDeeply(int depth) throws InterruptedException {
    String nested = row("[".repeat(depth) + "]".repeat(depth));
    AtomicBoolean matched = new AtomicBoolean(true);

    // As much as a thread needs, and no more.
    Thread thread =
        new Thread(null, () -> matched.set(matches("after == after", nested)), "small", 1);
    thread.start();
    thread.join();

    assertThat(matched).isFalse();
    assertThat(failures).hasValue(1);
  }
}
