package dev.walrelay.delivery.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.walrelay.event.Condition;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
