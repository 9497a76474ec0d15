package dev.walrelay.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgOutputDecoderTest {

  private static final byte[] STREAM_START = Wire.message('S').int32(7).int8(1).toByteArray();
  private static final byte[] STREAM_STOP = Wire.message('E').toByteArray();
  private static final byte[] TRUNCATE =
      Wire.message('T').int32(1).int8(0).int32(16384).toByteArray();
  private static final byte[] STREAMED_TRUNCATE =
      Wire.message('T').int32(8).int32(1).int8(0).int32(16384).toByteArray();

  private final PgOutputDecoder decoder = new PgOutputDecoder(false);

  @Test
  void readsATransactionOnlyWithinAStreamBlock() {
    assertThat(decode(TRUNCATE)).extracting("xid").isEqualTo(0);
    decode(STREAM_START);
    assertThat(decode(STREAMED_TRUNCATE)).extracting("xid").isEqualTo(8);
    decode(STREAM_STOP);
    assertThat(decode(TRUNCATE)).extracting("xid").isEqualTo(0);
  }

  @Test
  void forgetsAStreamBlockForANewConnection() {
    decode(STREAM_START);
    decoder.reset();
    assertThat(decode(TRUNCATE)).extracting("xid").isEqualTo(0);
  }

  @Test
  void staysAsItWasWhenAMessageFails() {
    assertFails(Arrays.copyOf(STREAM_START, STREAM_START.length + 1));
    assertThat(decode(TRUNCATE)).extracting("xid").isEqualTo(0);
    decode(STREAM_START);
    assertFails(Arrays.copyOf(STREAM_STOP, 2));
    assertThat(decode(STREAMED_TRUNCATE)).extracting("xid").isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(chars = {'B', 'C', 'S', 'c', 'A', 'b', 'P', 'K', 'r', 'p'})
  void refusesWithinAStreamBlockWhatStandsOutside(char tag) {
    decode(STREAM_START);
    assertThat(assertFails(Wire.message(tag).toByteArray()))
        .hasMessageEndingWith(" is malformed at offset 0: it stands inside a stream block.");
  }

  @Test
  void refusesTheEndOfAStreamBlockThatDidNotBegin() {
    assertThat(assertFails(STREAM_STOP))
        .hasMessage(
            "The pgoutput message Stream Stop is malformed at offset 0:"
                + " it stands outside of a stream block.");
  }

  @Test
  void takesOnlyItsPartOfABuffer() {
    byte[] insert = insert("value").toByteArray();
    byte[] buffer = new byte[insert.length + 20];
    Arrays.fill(buffer, (byte) 'X');
    System.arraycopy(insert, 0, buffer, 7, insert.length);
    assertThat(decoder.decode(buffer, 7, insert.length))
        .isEqualTo(new Insert(0, 16384, Wire.tuple("value")));
    assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> decoder.decode(buffer, 7, insert.length - 1))
        .matches(e -> e.offset() == 9 && e.messageName().equals("Insert"));
  }

  @Test
  void givesViewsOfTheBuffer() {
    byte[] buffer = insert("old").toByteArray();
    Insert insert = (Insert) decode(buffer);
    assertThat(insert.newTuple().array()).isSameAs(buffer);
    System.arraycopy("new".getBytes(StandardCharsets.UTF_8), 0, buffer, 13, 3);
    assertThat(MessageText.tuple(insert.newTuple())).isEqualTo("[new]");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void leavesARangeOutsideOfTheBufferToTheCaller(int offset) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> decoder.decode(new byte[4], offset, 2));
  }

  @Test
  void replacesWhatIsNotUtf8InNames() {
    byte[] type =
        Wire.message('Y')
            .int32(1)
            .bytes((byte) 'k', (byte) 0xe4, (byte) 's', (byte) 0)
            .bytes((byte) 0xff, (byte) 0)
            .toByteArray();
    assertThat(decode(type)).isEqualTo(new Type(0, 1, "k\ufffds", "\ufffd"));
  }

  @Test
  void readsNumbersAsUnsigned() {
    byte[] begin = Wire.message('B').int64(-1).int64(-5).int32(-2).toByteArray();
    assertThat(decode(begin)).isEqualTo(new Begin(Lsn.parse("FFFFFFFF/FFFFFFFF"), -5, -2));
  }

  /** Messages can end up in a log; a user's data must not. */
  @Test
  void doesNotPrintContents() {
    byte[] message =
        Wire.message('M')
            .int8(0)
            .int64(1)
            .string("p")
            .int32(6)
            .bytes("secret".getBytes(StandardCharsets.UTF_8))
            .toByteArray();
    assertThat(decode(insert("secret").toByteArray()).toString()).doesNotContain("secret");
    assertThat(decode(message).toString()).doesNotContain("secret");
  }

  private static Wire insert(String value) {
    TupleData tuple = Wire.tuple(value);
    return Wire.message('I').int32(16384).int8('N').bytes(tuple.array());
  }

  private PgOutputMessage decode(byte[] message) {
    return decoder.decode(message, 0, message.length);
  }

  private PgOutputException assertFails(byte[] message) {
    return assertThatExceptionOfType(PgOutputException.class)
        .isThrownBy(() -> decode(message))
        .actual();
  }
}
