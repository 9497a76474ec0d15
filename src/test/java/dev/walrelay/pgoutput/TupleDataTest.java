package dev.walrelay.pgoutput;

import static dev.walrelay.pgoutput.Wire.UNCHANGED;
import static dev.walrelay.pgoutput.Wire.tuple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TupleDataTest {

  private static final TupleData EVERY_KIND =
      tuple("text", null, UNCHANGED, new byte[] {1, 2}, "", "last");

  @Test
  void readsEveryColumnInTurn() {
    TupleReader reader = new TupleReader();
    reader.reset(EVERY_KIND);
    assertNext(reader, TupleReader.TEXT, "text");
    assertNext(reader, TupleReader.NULL, "");
    assertNext(reader, TupleReader.UNCHANGED, "");
    assertNext(reader, TupleReader.BINARY, "\1\2");
    assertNext(reader, TupleReader.TEXT, "");
    assertNext(reader, TupleReader.TEXT, "last");
    assertThat(reader.next()).isFalse();
    assertThat(reader.next()).isFalse();
  }

  @Test
  void readsOneTupleAfterAnother() {
    TupleReader reader = new TupleReader();
    reader.reset(EVERY_KIND);
    reader.next();
    reader.reset(tuple("other"));
    assertNext(reader, TupleReader.TEXT, "other");
    assertThat(reader.next()).isFalse();
    reader.reset(tuple());
    assertThat(reader.next()).isFalse();
  }

  private static void assertNext(TupleReader reader, byte kind, String value) {
    assertThat(reader.next()).isTrue();
    assertThat(reader.kind()).isEqualTo(kind);
    assertThat(new Bytes(reader.array(), reader.offset(), reader.length()).utf8()).isEqualTo(value);
  }

  @Test
  void givesColumnsByIndex() {
    assertThat(EVERY_KIND.columnCount()).isEqualTo(6);
    assertThat(List.of(EVERY_KIND.column(1), EVERY_KIND.column(2)))
        .containsExactly(new ColumnValue.Null(), new ColumnValue.Unchanged());
    assertThat(EVERY_KIND.column(3))
        .isEqualTo(new ColumnValue.Binary(new Bytes(new byte[] {1, 2}, 0, 2)));
    assertThat(EVERY_KIND.column(5))
        .isInstanceOfSatisfying(
            ColumnValue.Text.class, text -> assertThat(text.bytes().utf8()).isEqualTo("last"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 6})
  void hasNoOtherColumns(int index) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> EVERY_KIND.column(index));
  }

  @Test
  void comesBackFromACopyOfItsBytes() {
    byte[] copy = new byte[EVERY_KIND.length() + 9];
    System.arraycopy(EVERY_KIND.array(), EVERY_KIND.offset(), copy, 5, EVERY_KIND.length());
    TupleData again = TupleData.of(copy, 5, EVERY_KIND.length());
    assertThat(again).isEqualTo(EVERY_KIND).hasSameHashCodeAs(EVERY_KIND);
    assertThat(again.columnCount()).isEqualTo(6);
  }

  @Test
  void differsWhereTheBytesDo() {
    assertThat(tuple("a", null)).isNotEqualTo(tuple("a", UNCHANGED)).isNotEqualTo(tuple("a"));
    byte[] array = {9, 1, 2, 9, 1, 2};
    assertThat(new Bytes(array, 1, 2))
        .isEqualTo(new Bytes(array, 4, 2))
        .hasSameHashCodeAs(new Bytes(array, 4, 2))
        .isNotEqualTo(new Bytes(array, 0, 2))
        .isNotEqualTo(new Bytes(array, 1, 3));
    assertThat(new Bytes(array, 1, 2).toByteArray()).containsExactly(1, 2);
  }
}
