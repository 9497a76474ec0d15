package dev.walrelay.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LsnTest {

  private static final Lsn HIGHEST = new Lsn(-1);

  @ParameterizedTest
  @CsvSource({
    "0/0, 0",
    "0/1A2B310, 27439888",
    "1/0, 4294967296",
    "0/FFFFFFFF, 4294967295",
    "16/B374D848, 97500059720",
    "7FFFFFFF/FFFFFFFF, 9223372036854775807",
    "80000000/0, -9223372036854775808",
    "FFFFFFFF/FFFFFFFF, -1",
  })
  void readsAndPrintsTheServersForm(String text, long value) {
    assertThat(Lsn.parse(text)).isEqualTo(new Lsn(value));
    assertThat(new Lsn(value)).hasToString(text);
  }

  @Test
  void readsLowerCaseAndLeadingZeros() {
    assertThat(Lsn.parse("00000001/0a2b310f")).isEqualTo(new Lsn(0x1_0A2B310FL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "0",
        "0/",
        "/0",
        "0/0/0",
        "0//0",
        "0\\0",
        "-1/0",
        "0/-1",
        "+1/0",
        "0x1/0",
        "0/G",
        " 0/0",
        "0/0 ",
        "0 /0",
        "123456789/0",
        "0/123456789",
        "0/１",
        "0/٣"
      })
  void refusesAnyOtherForm(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Lsn.parse(text))
        .withMessage("'" + text + "' is not a log sequence number like 0/1A2B310");
  }

  @Test
  void ordersAsUnsigned() {
    Lsn largestSigned = new Lsn(Long.MAX_VALUE);
    Lsn smallestSigned = new Lsn(Long.MIN_VALUE);
    assertThat(Stream.of(HIGHEST, smallestSigned, new Lsn(1), largestSigned, Lsn.ZERO).sorted())
        .containsExactly(Lsn.ZERO, new Lsn(1), largestSigned, smallestSigned, HIGHEST);
  }

  @Test
  void knowsTheLaterOfTwo() {
    assertThat(HIGHEST.isAfter(Lsn.ZERO)).isTrue();
    assertThat(Lsn.ZERO.isAfter(HIGHEST)).isFalse();
    assertThat(HIGHEST.isAfter(HIGHEST)).isFalse();
    assertThat(Lsn.max(HIGHEST, Lsn.ZERO)).isEqualTo(HIGHEST);
    assertThat(Lsn.max(Lsn.ZERO, HIGHEST)).isEqualTo(HIGHEST);
  }
}
