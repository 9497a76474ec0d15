package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.JsonSettings.NumberForm;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class BuiltInTypesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          16,   t,                                   true
          16,   f,                                   false
          20,   -9223372036854775808,                -9223372036854775808
          21,   -1,                                  -1
          23,   42,                                  42
          26,   4294967295,                          4294967295
          700,  1.5e-05,                             1.5e-05
          701,  1e+300,                              1e+300
          701,  NaN,                                 "NaN"
          701,  -Infinity,                           "-Infinity"
          1700, 12.30,                               "12.30"
          1700, NaN,                                 "NaN"
          17,   \\x00ff10,                           "AP8Q"
          17,   \\x,                                 ""
          25,   a "quoted" word,                     "a \\"quoted\\" word"
          1082, 2026-11-30,                          "2026-11-30"
          1082, 0044-03-15 BC,                       "-0043-03-15"
          1082, 0001-12-31 BC,                       "0000-12-31"
          1082, 4713-01-01 BC,                       "-4712-01-01"
          1082, 10000-01-01,                         "+10000-01-01"
          1082, 5874897-12-31,                       "+5874897-12-31"
          1082, infinity,                            "infinity"
          1082, -infinity,                           "-infinity"
          1083, 05:52:18.5,                          "05:52:18.5"
          1083, 24:00:00,                            "24:00:00"
          1266, 05:52:18.5+02,                       "05:52:18.5+02:00"
          1266, 05:52:18-03:30,                      "05:52:18-03:30"
          1114, 2026-11-30 05:52:18.844738,          "2026-11-30T05:52:18.844738"
          1114, 0044-03-15 01:02:03 BC,              "-0043-03-15T01:02:03"
          1184, 2026-11-30 05:52:18.844738+00,       "2026-11-30T05:52:18.844738Z"
          1184, 0044-03-15 01:02:03+00 BC,           "-0043-03-15T01:02:03Z"
          1184, 294276-12-31 23:59:59+00,            "+294276-12-31T23:59:59Z"
          1184, infinity,                            "infinity"
          1184, -infinity,                           "-infinity"
          1186, P1Y2M3DT4H5M6.789S,                  "P1Y2M3DT4H5M6.789S"
          2950, 6f9619ff-8b86-d011-b42d-00cf4fc964ff, "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
          3802, {"a": 1.10},                         {"a": 1.10}
          99999, anything,                           "anything"
          701,  1.0E5,                               1.0E5
          701,  -0,                                  -0
          1184, 10000-01-01 00:00:00.5+00,           "+10000-01-01T00:00:00.5Z"
          1082, 0001-01-01 BC,                       "0000-01-01"
          1082, 10001-01-01 BC,                      "-10000-01-01"
          1266, 00:00:00+15:59:59,                   "00:00:00+15:59:59"
          1266, 24:00:00-00,                         "24:00:00-00:00"
          1186, P-1Y-2M3DT-4H-5M-6.789S,             "P-1Y-2M3DT-4H-5M-6.789S"
          1186, -infinity,                           "-infinity"
          28,   4294967295,                          "4294967295"
          18,   \\377,                              "\\\\377"
          22,   1 2 3,                               "1 2 3"
          600,  (1.5),                               "(1.5)"
          1560, 0101,                                "0101"
          790,  $1.50,                               "$1.50"
          """)
  void writesAsTheContractSays(int typeOid, String text, String json) {
    assertThat(written(typeOid, text, JsonSettings.DEFAULT)).isEqualTo(json);
  }

  @Test
  void writesNumbersInTheFormAskedFor() {
    JsonSettings other = new JsonSettings(NumberForm.NUMBER, NumberForm.STRING);

    assertThat(written(1700, "12.30", other)).isEqualTo("12.30");
    assertThat(written(1700, "Infinity", other)).isEqualTo("\"Infinity\"");
    assertThat(written(20, "9007199254740993", other)).isEqualTo("\"9007199254740993\"");
  }

  @Test
  void keepsJsonOnOneLine() {
    assertThat(written(114, "{\"a\":\r\n [1.0,\n2]}", JsonSettings.DEFAULT))
        .isEqualTo("{\"a\":   [1.0, 2]}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          16,   true
          16,   ``
          20,   007
          23,   1.
          23,   ``
          23,   -
          700,  .5
          701,  1e
          701,  1e+
          17,   ``
          17,   \\x0
          17,   \\x0g
          17,   \\x00000g00
          17,   abc\\000
          114,  ``
          114,  {"a":}
          114,  {"a" 1}
          114,  {a:1}
          114,  [1 2]
          114,  `[1,]`
          114,  [1}
          114,  {"a":1]
          114,  {} {}
          114,  tru
          114,  truely
          114,  "a
          114,  "\\x"
          114,  "\\u12g4"
          114,  "\\
          114,  `{"a":1,}`
          114,  -
          1082, ``
          1082, 2026-11-30 AD
          1082, 12345678901-01-01 BC
          1082, 05:52:18 BC
          1184, 2026-11-30 05:52:18+02
          1184, 2026-11-30 05:52:18
          1184, 1
          1184, 1 BC
          1266, ``
          1266, 05:52:18
          1266, 05:52:18x+02
          """)
  void fallsBackToTheTextOfWhatNoServerPrints(int typeOid, String text) {
    JsonMapper json = JsonMapper.shared();

    assertThat(json.readValue(Written.builtIn(typeOid, text), String.class)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":{\"a\":[]}}",
        " [ ] ",
        "\"\\u0000\\ud800\\/\"",
        "[true,false,null,-0.10e+05,\"é漢😀\u007f\"]",
        "0"
      })
  void copiesJsonAsItStands(String text) {
    assertThat(Written.builtIn(114, text)).isEqualTo(text);
  }

  @Test
  void copiesJsonNumbersOfEveryLength() {
    String number = "-" + "1234567890".repeat(40) + "." + "0".repeat(400) + "E+400";

    assertThat(Written.builtIn(3802, number)).isEqualTo(number);
  }

  @Test
  void copiesJsonOfAnyDepth() {
    String deep = "{\"a\":[".repeat(5_000) + "]}".repeat(5_000);

    assertThat(Written.builtIn(114, deep)).isEqualTo(deep);
    assertThat(Written.builtIn(114, deep.replaceFirst("]}", "}]"))).startsWith("\"{\\\"a\\\":[");
  }

  @Test
  void keepsBytesThatAreNoTextOutOfJson() {
    byte[] latin1 = {'"', (byte) 0xE9, '"'};

    assertThat(Written.json(Written.types(new SettableCatalog()).writer(114), latin1))
        .isEqualTo("\"\\\"\uFFFD\\\"\"");
  }

  @Test
  void encodesBytesOfEveryLength() {
    Random random = new Random(5);
    for (int length = 0; length < 100; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      String expected = '"' + Base64.getEncoder().encodeToString(bytes) + '"';
      JsonBuffer raw = new JsonBuffer(1);
      Base64Text.write(bytes, 0, length, raw);

      assertThat(Written.builtIn(17, "\\x" + HexFormat.of().formatHex(bytes))).isEqualTo(expected);
      assertThat(new String(raw.toByteArray(), UTF_8)).isEqualTo(expected);
    }
  }

  private static String written(int typeOid, String text, JsonSettings settings) {
    return Written.json(new TypeWriters(settings, new SettableCatalog()).writer(typeOid), text);
  }
}
