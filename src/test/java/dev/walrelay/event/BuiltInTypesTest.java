package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.JsonSettings.NumberForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static String written(int typeOid, String text, JsonSettings settings) {
    byte[] source = ("<" + text + ">").getBytes(UTF_8);
    JsonBuffer out = new JsonBuffer(1);
    BuiltInTypes.writer(typeOid, settings).write(source, 1, source.length - 2, out);
    return new String(out.toByteArray(), UTF_8);
  }
}
