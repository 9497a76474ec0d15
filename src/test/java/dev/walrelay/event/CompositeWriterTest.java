package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class CompositeWriterTest {

  private static final int INNER = 70_001;
  private static final int INNER_ARRAY = 70_002;

  private final TypeWriters types =
      Written.types(
          new SettableCatalog()
              .type(INNER, composite(23, 25))
              .type(INNER_ARRAY, new PgType.Array(INNER, ',')));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          (1,a)               | {"a":1,"b":"a"}
          (,)                 | {"a":null,"b":null}
          (1,"")              | {"a":1,"b":""}
          (1,NULL)            | {"a":1,"b":"NULL"}
          (1," ")             | {"a":1,"b":" "}
          (1,"a,b")           | {"a":1,"b":"a,b"}
          (1,"a""b")          | {"a":1,"b":"a\\"b"}
          (1,)                | {"a":1,"b":null}
          (1,{]}[)            | {"a":1,"b":"{]}["}
          (1,\"\"\"\")        | {"a":1,"b":"\\""}
          (1,"(\"\"\"\")")    | {"a":1,"b":"(\\"\\")"}
          (1,"\\\\")          | {"a":1,"b":"\\\\"}
          (1,"\\\\\"\"x")     | {"a":1,"b":"\\\\\\"x"}
          """)
  void writesWhatServersPrint(String text, String json) {
    assertThat(Written.json(types.writer(INNER), text)).isEqualTo(json);
  }

  @Test
  void writesRowsWithinRowsAndArrays() {
    ValueWriter outer = types.compose(composite(INNER, INNER_ARRAY));

    assertThat(
            Written.json(
                outer,
                """
                ("(1,""a \"\"\"\" \\\\\\\\ b"")","{""(2,)"",NULL,""(,\\\\""c d\\\\"")""}")"""))
        .isEqualTo(
            """
            {"a":{"a":1,"b":"a \\" \\\\ b"},\
            "b":[{"a":2,"b":null},null,{"a":null,"b":"c d"}]}""");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void writesRowsOfHardlyAnyAttributes(int attributes) {
    PgType type = composite(new int[] {23}, attributes);

    assertThat(Written.as(type, "()")).isEqualTo(attributes == 0 ? "{}" : "{\"a\":null}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "(",
        ")",
        "()",
        "(1)",
        "(1,2,3)",
        "(1,2",
        "1,2)",
        "(1,2)3",
        "(1,\"2)",
        "(1,\"2\"3)",
        "(1,2\"3\")",
        "(1,2\\)",
        "(1,\"2\\",
        "(1,(2))",
        "[1,2]",
        "(1,"
      })
  void fallsBackToTheTextOfWhatIsNoSuchRow(String text) {
    String written = Written.json(types.writer(INNER), text);

    assertThat(JsonMapper.shared().readValue(written, String.class)).isEqualTo(text);
  }

  private static PgType composite(int... typeOids) {
    return composite(typeOids, typeOids.length);
  }

  private static PgType composite(int[] typeOids, int count) {
    return new PgType.Composite(
        java.util.stream.IntStream.range(0, count)
            .mapToObj(i -> new PgType.Attribute(String.valueOf((char) ('a' + i)), typeOids[i]))
            .toList());
  }

  @Test
  void escapesTheNamesOfAttributes() {
    PgType type = new PgType.Composite(List.of(new PgType.Attribute("a \"b\"\\", 25)));

    assertThat(Written.as(type, "(x)")).isEqualTo("{\"a \\\"b\\\"\\\\\":\"x\"}");
  }
}
