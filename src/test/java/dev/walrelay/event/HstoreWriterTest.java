package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class HstoreWriterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                             | {}
          "a"=>"b"                       | {"a":"b"}
          "a"=>NULL, "b"=>"NULL"         | {"a":null,"b":"NULL"}
          ""=>""                         | {"":""}
          "a, b"=>"c=>d"                 | {"a, b":"c=>d"}
          "\\"a\\\\"=>"\\\\\\""          | {"\\"a\\\\":"\\\\\\""}
          "é"=>"😀", " "=>"1"            | {"é":"😀"," ":"1"}
          """)
  void writesWhatServersPrint(String text, String json) {
    assertThat(Written.as(new PgType.Hstore(), text)).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "\"a\"",
        "\"a\"=>",
        "\"a\"=>b",
        "\"a\"=>\"b",
        "a=>\"b\"",
        "\"a\"=>\"b\",",
        "\"a\"=>\"b\", ",
        "\"a\"=>NULLS",
        "\"a\"=>\"b\" \"c\"=>\"d\"",
        "\"a\"=\"b\"",
        "\"a\"=>\"b\\"
      })
  void fallsBackToTheTextOfWhatNoServerPrints(String text) {
    String written = Written.as(new PgType.Hstore(), text);

    assertThat(JsonMapper.shared().readValue(written, String.class)).isEqualTo(text);
  }
}
