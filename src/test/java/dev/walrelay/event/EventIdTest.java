package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.wal.Lsn;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdTest {

  @Test
  void readsWhatItPrints() {
    EventId id = EventId.of(0, Lsn.parse("0/1A2B3C8"), 3);

    assertThat(id).hasToString("0000000001A2B3C8-00000003");
    assertThat(EventId.parse(id.toString())).isEqualTo(id);
    assertThat(EventId.read(("xx" + id).getBytes(java.nio.charset.StandardCharsets.US_ASCII), 2))
        .isEqualTo(id);
  }

  @Test
  void sortsAsItsTextDoes() {
    List<EventId> ascending =
        List.of(
            EventId.NONE,
            EventId.of(0, Lsn.parse("0/1"), 0),
            EventId.of(0, Lsn.parse("0/1"), 1),
            EventId.of(0, Lsn.parse("0/1"), Integer.MIN_VALUE),
            EventId.awaiting(0, Lsn.parse("0/1")),
            EventId.endOf(0, Lsn.parse("0/1")),
            EventId.of(0, Lsn.parse("FFFFFF/0"), 1),
            EventId.of(1, Lsn.parse("0/1"), 1),
            EventId.of(255, Lsn.parse("0/1"), 1));

    assertThat(ascending).isSorted();
    assertThat(ascending.stream().map(EventId::toString)).isSorted();
  }

  @Test
  void keepsEpochAndPositionApart() {
    EventId id = EventId.of(7, Lsn.parse("A/B"), 1);

    assertThat(id.epoch()).isEqualTo(7);
    assertThat(id.lsn()).isEqualTo(Lsn.parse("A/B"));
    assertThat(id).hasToString("0700000A0000000B-00000001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0000000001A2B3C8",
        "0000000001A2B3C8-0000003",
        "0000000001A2B3C8-000000003",
        "0000000001A2B3C8_00000003",
        "000000000xA2B3C8-00000003",
        "+000000001A2B3C8-00000003",
        "0000000001A2B3C8-0000000３"
      })
  void rejectsEverythingElse(String text) {
    assertThatThrownBy(() -> EventId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is not an event id");
  }
}
