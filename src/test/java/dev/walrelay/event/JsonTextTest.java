package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonTextTest {

  private static final JsonMapper JSON = JsonMapper.shared();

  @Test
  void escapesEachAsciiCharacterAtEachPlace() {
    for (int c = 0; c < 128; c++) {
      for (int at = 0; at < 20; at++) {
        String text = "x".repeat(at) + (char) c + "y".repeat(19 - at);

        assertThat(JSON.readValue(written(text.getBytes(UTF_8)), String.class)).isEqualTo(text);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "é", "漢字かな交じり文", "a😀b", "\u2028\u2029", "\u00a0\ud7ff\ue000\uffff"})
  void copiesTextBeyondAsciiAsItIs(String text) {
    assertThat(written(text.getBytes(UTF_8))).isEqualTo('"' + text + '"');
  }

  @Test
  void replacesEachByteThatIsNoUtf8() {
    byte[] latin1 = {
      'a', (byte) 0xE9, 'b', (byte) 0xC3, (byte) 0xA9, (byte) 0xFF, (byte) 0xE2, 'c'
    };

    assertThat(written(latin1)).isEqualTo("\"a\uFFFDbé\uFFFD\uFFFDc\"");
  }

  @Test
  void agreesWithTheJdkOnWhatIsUtf8() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = likelyUtf8(random);
      boolean valid = java.util.Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes);

      assertThat(Utf8.isValid(bytes, 0, bytes.length)).isEqualTo(valid);
      String read = JSON.readValue(written(bytes), String.class);
      if (valid) {
        assertThat(read).isEqualTo(new String(bytes, UTF_8));
      } else {
        assertThat(read).contains("\uFFFD");
      }
    }
  }

  private static byte[] likelyUtf8(Random random) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int n = random.nextInt(6); n >= 0; n--) {
      switch (random.nextInt(3)) {
        case 0 -> bytes.write(random.nextInt(256));
        case 1 -> bytes.writeBytes(Character.toString(random.nextInt(0x110000)).getBytes(UTF_8));
        default -> {
          bytes.write(0xC0 + random.nextInt(64));
          bytes.write(0x80 + random.nextInt(64));
          bytes.write(0x80 + random.nextInt(64));
        }
      }
    }
    return bytes.toByteArray();
  }

  private static String written(byte[] text) {
    JsonBuffer out = new JsonBuffer(1);
    JsonText.writeString(text, 0, text.length, out);
    return new String(out.toByteArray(), UTF_8);
  }
}
