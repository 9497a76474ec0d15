package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ArrayWriterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1007 | {}                                 | []
          1007 | {1}                                | [1]
          1007 | {1,-2,NULL,3}                      | [1,-2,null,3]
          1007 | {{1,2},{NULL,4}}                   | [[1,2],[null,4]]
          1007 | {{{1},{2}},{{3},{4}}}              | [[[1],[2]],[[3],[4]]]
          1007 | [2:3]={1,2}                        | [1,2]
          1007 | [-1:0][5:5]={{1},{2}}              | [[1],[2]]
          1009 | {a,"",NULL,"NULL","null",nulls}    | ["a","",null,"NULL","null","nulls"]
          1009 | {NULLABLE}                         | ["NULLABLE"]
          1009 | {"a,b","{","}"," ","\\""}          | ["a,b","{","}"," ","\\""]
          1009 | {"\\\\","\\\\\\"","a\\\\b\\"c"}    | ["\\\\","\\\\\\"","a\\\\b\\"c"]
          1009 | {é,"漢 字",😀}                      | ["é","漢 字","😀"]
          1009 | {{"","}"},{"{",NULL}}              | [["","}"],["{",null]]
          1000 | {t,f,NULL}                         | [true,false,null]
          1001 | {"\\\\x00ff","\\\\x"}              | ["AP8=",""]
          1020 | {(1,1),(0,0);(2,2),(1,1)}          | ["(1,1),(0,0)","(2,2),(1,1)"]
          1115 | {"2026-11-30 05:52:18",infinity}   | ["2026-11-30T05:52:18","infinity"]
          1185 | {"0044-03-15 01:02:03+00 BC"}      | ["-0043-03-15T01:02:03Z"]
          1231 | {1.50,NaN}                         | ["1.50","NaN"]
          3807 | {"{\\"a\\": [1, \\"\\\\\\"\\"]}"}  | [{"a": [1, "\\""]}]
          3905 | {"[1,5)",empty,"(,)"}              | [{"lower":1,"upper":5,"bounds":"[)"},{"empty":true},{"lower":null,"upper":null,"bounds":"()"}]
          6150 | {"{[1,2),[5,6)}","{}"}             | [[{"lower":1,"upper":2,"bounds":"[)"},{"lower":5,"upper":6,"bounds":"[)"}],[]]
          1002 | {"\\\\001",a}                      | ["\\\\001","a"]
          1006 | {"1 2",3}                          | ["1 2","3"]
          """)
  void writesWhatServersPrint(int oid, String text, String json) {
    assertThat(Written.builtIn(oid, text)).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "}",
        "{1",
        "1}",
        "{1,}",
        "{,1}",
        "{1}}",
        "{{1}",
        "{1}2",
        "{1},{2}",
        "{{}}",
        "{\"1}",
        "{\"1\"2}",
        "{1\"2\"}",
        "{1\\}",
        "{\"1\\",
        "{\"1\\\"}",
        "[1:2]",
        "[1:2]=",
        "=",
        "={1}",
        "[=",
        "{{{{{{{1}}}}}}}",
        "{NULL"
      })
  void fallsBackToTheTextOfWhatNoServerPrints(String text) {
    assertThat(JsonMapper.shared().readValue(Written.builtIn(1007, text), String.class))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1007 | {1,two,3} | [1,"two",3]
          1000 | {t,true}  | [true,"true"]
          """)
  void keepsTheOtherElementsTyped(int oid, String text, String json) {
    assertThat(Written.builtIn(oid, text)).isEqualTo(json);
  }
}
