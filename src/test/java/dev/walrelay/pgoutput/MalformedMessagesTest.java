package dev.walrelay.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.walrelay.pgoutput.GoldenMessages.Standing;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no server sends is refused, and said where it is. */
class MalformedMessagesTest {

  private static final String TAGS = "ABCDEIKMOPRSTUYbcpr";
  private static final List<Standing> GOLDEN = GoldenMessages.standing();

  @Test
  void everyPrefixOfEveryMessageFails() {
    for (Standing standing : GOLDEN) {
      Bytes bytes = standing.golden().bytes();
      for (int i = 0; i < bytes.length(); i++) {
        int length = i;
        assertThatExceptionOfType(PgOutputException.class)
            .as(standing.golden().line())
            .isThrownBy(() -> standing.decode(bytes.array(), bytes.offset(), length))
            .matches(e -> e.offset() >= 0 && e.offset() <= length);
      }
    }
  }

  @Test
  void everyLeftOverByteFails() {
    for (Standing standing : GOLDEN) {
      int length = standing.golden().bytes().length();
      byte[] longer = Arrays.copyOf(standing.golden().bytes().toByteArray(), length + 1);
      assertThatExceptionOfType(PgOutputException.class)
          .isThrownBy(() -> standing.decode(longer))
          .withMessageEndingWith(" is malformed at offset %d: 1 bytes are left over.", length);
    }
  }

  @Test
  void knowsNoOtherTags() {
    StringBuilder known = new StringBuilder();
    for (char tag = 0; tag < 256; tag++) {
      PgOutputException failure = failure(Wire.message(tag).int8(0));
      if (failure.messageName().equals("(unknown)")) {
        assertThat(failure)
            .hasMessage(
                "The pgoutput message (unknown) is malformed at offset 0:"
                    + " the tag is 0x%02x instead of one of protocol versions 1 to 4.",
                (int) tag);
      } else {
        known.append(tag);
      }
    }
    assertThat(known).hasToString(TAGS);
  }

  @Test
  void knowsNoOtherColumnKinds() {
    assertThat(accepted(kind -> insert().int16(1).int8(kind))).isEqualTo("nu");
    assertThat(accepted(kind -> insert().int16(1).int8(kind).int32(0))).isEqualTo("bt");
    assertFails(
        insert().int16(2).int8('n').int8('x'),
        "Insert is malformed at offset 9:"
            + " the column kind is 0x78 instead of 'n', 'u', 't' or 'b'.");
  }

  @Test
  void knowsNoOtherPartsOfRows() {
    assertThat(accepted(part -> Wire.message('I').int32(1).int8(part).int16(0))).isEqualTo("N");
    assertThat(accepted(part -> update().int8(part).int16(0))).isEqualTo("N");
    assertThat(accepted(part -> update().int8(part).int16(0).int8('N').int16(0))).isEqualTo("KO");
    assertThat(accepted(part -> update().int8('K').int16(0).int8(part).int16(0))).isEqualTo("N");
    assertThat(accepted(part -> Wire.message('D').int32(1).int8(part).int16(0))).isEqualTo("KO");
    assertFails(
        update().int8('X'),
        "Update is malformed at offset 5: the tuple's part is 0x58 instead of 'K', 'O' or 'N'.");
  }

  @Test
  void knowsNoOtherReplicaIdentities() {
    assertThat(accepted(identity -> relation().int8(identity).int16(0))).isEqualTo("dfin");
  }

  @Test
  void knowsNoOtherFlags() {
    assertThat(accepted(flags -> message(flags).int32(0))).isEqualTo("\0\1");
    assertThat(accepted(flags -> relation().int8('d').int16(1).int8(flags).string("c").int64(0)))
        .isEqualTo("\0\1");
    assertThat(accepted(flags -> Wire.message('S').int32(1).int8(flags))).isEqualTo("\0\1");
    assertThat(accepted(flags -> Wire.message('T').int32(0).int8(flags))).isEqualTo("\0\1\2\3");
    assertFails(
        Wire.message('T').int32(0).int8(0xF4),
        "Truncate is malformed at offset 5: the flags 0xf4 are not known.");
  }

  @Test
  void refusesFlagsThatAreForLater() {
    assertThat(accepted(flags -> Wire.message('C').int8(flags).int64(1).int64(2).int64(3)))
        .isEqualTo("\0");
    assertThat(accepted(flags -> Wire.message('c').int32(1).int8(flags).int64(1).int64(2).int64(3)))
        .isEqualTo("\0");
    for (char tag : new char[] {'P', 'K', 'p'}) {
      assertThat(accepted(flags -> prepared(tag, flags).int32(1).string("gid"))).isEqualTo("\0");
    }
    assertThat(accepted(flags -> prepared('r', flags).int64(4).int32(1).string("gid")))
        .isEqualTo("\0");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Short.MIN_VALUE, 1, Short.MAX_VALUE})
  void refusesAColumnCountThatCannotBe(int count) {
    String problem = ": %d columns are announced, and 0 bytes are left.".formatted(count);
    assertFails(insert().int16(count), "Insert is malformed at offset 6" + problem);
    assertFails(relation().int8('d').int16(count), "Relation is malformed at offset 10" + problem);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 1, 0x40000000, Integer.MAX_VALUE})
  void refusesALengthThatCannotBe(int length) {
    String problem = ": %d bytes are announced, and 0 bytes are left.".formatted(length);
    assertFails(
        insert().int16(1).int8('t').int32(length), "Insert is malformed at offset 9" + problem);
    assertFails(message(0).int32(length), "Message is malformed at offset 12" + problem);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 2, 0x40000000, Integer.MAX_VALUE})
  void refusesARelationCountThatCannotBe(int count) {
    assertFails(
        Wire.message('T').int32(count).int8(0).int32(1),
        "Truncate is malformed at offset 1: %d relations are announced, and 5 bytes are left."
            .formatted(count));
  }

  @Test
  void refusesATextWithoutAnEnd() {
    assertFails(
        Wire.message('O').int64(1).bytes((byte) 'a'),
        "Origin is malformed at offset 9: the text has no zero byte at its end.");
  }

  @Test
  void refusesAnEmptyMessage() {
    assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> new PgOutputDecoder(false).decode(new byte[0], 0, 0))
        .withMessage(
            "The pgoutput message (unknown) is malformed at offset 0:"
                + " 1 bytes are needed, and 0 are left.");
  }

  @Test
  void refusesATupleThatWasCutOrExtended() {
    byte[] tuple = Wire.tuple("a", null).array();
    assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> TupleData.of(tuple, 0, tuple.length - 1))
        .withMessageStartingWith("The pgoutput message TupleData is malformed at offset 8");
    assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> TupleData.of(Arrays.copyOf(tuple, tuple.length + 1), 0, tuple.length + 1))
        .withMessageStartingWith("The pgoutput message TupleData is malformed at offset 9");
  }

  private static Wire insert() {
    return Wire.message('I').int32(1).int8('N');
  }

  private static Wire update() {
    return Wire.message('U').int32(1);
  }

  private static Wire relation() {
    return Wire.message('R').int32(1).string("s").string("t");
  }

  private static Wire message(int flags) {
    return Wire.message('M').int8(flags).int64(1).string("p");
  }

  private static Wire prepared(char tag, int flags) {
    return Wire.message(tag).int8(flags).int64(1).int64(2).int64(3);
  }

  /** Which of all bytes make up a message, in the place where it is put. */
  private static String accepted(IntFunction<Wire> message) {
    StringBuilder accepted = new StringBuilder();
    for (int value = 0; value < 256; value++) {
      byte[] bytes = message.apply(value).toByteArray();
      try {
        new PgOutputDecoder(false).decode(bytes, 0, bytes.length);
        accepted.append((char) value);
      } catch (PgOutputException e) {
        assertThat(e.offset()).isBetween(1, bytes.length);
      }
    }
    return accepted.toString();
  }

  private static void assertFails(Wire message, String text) {
    assertThat(failure(message)).hasMessage("The pgoutput message " + text);
  }

  private static PgOutputException failure(Wire message) {
    byte[] bytes = message.toByteArray();
    return assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> new PgOutputDecoder(false).decode(bytes, 0, bytes.length))
        .actual();
  }
}
