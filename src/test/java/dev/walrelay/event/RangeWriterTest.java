package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RangeWriterTest {

  private static final int INT4_RANGE = 3904;
  private static final int INT4_MULTIRANGE = 4451;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          3904 | [1,5)                     | {"lower":1,"upper":5,"bounds":"[)"}
          3904 | empty                     | {"empty":true}
          3904 | (,)                       | {"lower":null,"upper":null,"bounds":"()"}
          3904 | (,5]                      | {"lower":null,"upper":5,"bounds":"(]"}
          3904 | [-1,)                     | {"lower":-1,"upper":null,"bounds":"[)"}
          3906 | [1.50,Infinity]           | {"lower":"1.50","upper":"Infinity","bounds":"[]"}
          3908 | ["2026-11-30 05:52:18","2026-12-01 00:00:00") | {"lower":"2026-11-30T05:52:18","upper":"2026-12-01T00:00:00","bounds":"[)"}
          3910 | ["0044-03-15 00:00:00+00 BC",infinity] | {"lower":"-0043-03-15T00:00:00Z","upper":"infinity","bounds":"[]"}
          3912 | [-infinity,10000-01-01)   | {"lower":"-infinity","upper":"+10000-01-01","bounds":"[)"}
          4451 | {}                        | []
          4451 | {[1,2)}                   | [{"lower":1,"upper":2,"bounds":"[)"}]
          4451 | {(,2),[5,)}               | [{"lower":null,"upper":2,"bounds":"()"},{"lower":5,"upper":null,"bounds":"[)"}]
          4533 | {["2026-11-30 05:52:18","2026-12-01 00:00:00")} | [{"lower":"2026-11-30T05:52:18","upper":"2026-12-01T00:00:00","bounds":"[)"}]
          """)
  void writesWhatServersPrint(int oid, String text, String json) {
    assertThat(Written.builtIn(oid, text)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ["",a]                  | {"lower":"","upper":"a","bounds":"[]"}
          ["a,b","c]"]            | {"lower":"a,b","upper":"c]","bounds":"[]"}
          ["a\"\"b","c\\\\"]      | {"lower":"a\\"b","upper":"c\\\\","bounds":"[]"}
          """)
  void writesBoundsInQuotes(String text, String json) {
    assertThat(Written.as(new PgType.Range(25), text)).isEqualTo(json);
  }

  @Test
  void writesMultirangesOfTexts() {
    assertThat(Written.as(new PgType.Multirange(25), "{[\"}\",\",\"),(b,)}"))
        .isEqualTo(
            """
            [{"lower":"}","upper":",","bounds":"[)"},\
            {"lower":"b","upper":null,"bounds":"()"}]""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "[1",
        "[1,",
        "[1,2",
        "1,2)",
        "[1)",
        "[1,2,3)",
        "[1,2)3",
        "{1,2}",
        "emptyy",
        "empt",
        "[\"1,2)",
        "[1\"\",2)",
        "[1\\,2)",
        "[1,2}"
      })
  void fallsBackToTheTextOfWhatIsNoRange(String text) {
    assertThat(read(INT4_RANGE, text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "}",
        "[1,2)",
        "{[1,2)",
        "{[1,2),}",
        "{,[1,2)}",
        "{[1,2)}}",
        "{[1,2)[5,6)}",
        "{empty}",
        "{[1,2)},",
        "{1}"
      })
  void fallsBackToTheTextOfWhatIsNoMultirange(String text) {
    assertThat(read(INT4_MULTIRANGE, text)).isEqualTo(text);
  }

  private static String read(int oid, String text) {
    return JsonMapper.shared().readValue(Written.builtIn(oid, text), String.class);
  }
}
