package dev.walrelay.delivery.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.common.values.NullValue;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonReaderTest {

  private static final JsonMapper JACKSON = JsonMapper.shared();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        " 12 ",
        "-0.5",
        "[]",
        "[ ]",
        "{ }",
        "[[],[[ ]],{}]",
        "[1, 2 ,3]",
        "[true,false,null]",
        "{\"a\":{\"b\":[{\"c\":\"d\"},2.5]},\"e\":\"f\"}",
        "{\"a\" : 1 , \"a\" : 2}",
        "{\"\\u0061\\n\\\"\" : \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"}",
        "\"é漢😀 \\u0000 }]\"",
        "[9223372036854775807,-9223372036854775808,1e3,1.5E-3]",
        "\n{\"a\":\r\n[\t1\t]\n}\n",
      })
  void readsWhatAnotherReaderReads(String json) {
    // With bytes behind it, as in an event.
    byte[] bytes = (json + ",\"x\":[").getBytes(StandardCharsets.UTF_8);
    int end = json.getBytes(StandardCharsets.UTF_8).length;

    assertThat(new JsonReader(bytes, 0, end).value(UsedMembers.ALL))
        .isEqualTo(adapted(JACKSON.readValue(json, Object.class)));
  }

  private static Object adapted(@Nullable Object value) {
    return switch (value) {
      case null -> NullValue.NULL_VALUE;
      case Integer number -> number.longValue();
      case List<?> list -> list.stream().map(JsonReaderTest::adapted).toList();
      case Map<?, ?> map -> {
        Map<Object, Object> adapted = new LinkedHashMap<>();
        map.forEach((name, member) -> adapted.put(name, adapted(member)));
        yield adapted;
      }
      default -> value;
    };
  }
}
