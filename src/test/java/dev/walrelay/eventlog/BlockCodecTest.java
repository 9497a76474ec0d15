package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockCodecTest {

  private final BlockEncoder encoder = new BlockEncoder();

  @AfterEach
  void closeEncoder() {
    encoder.close();
  }

  private Block throughPayload(Block block) {
    return BlockDecoder.decode(encoder.encode(block).bytes(), block.size());
  }

  private static Block mixed() {
    EventBatch batch = Events.batch(1, 300, 40);
    Events.addMessage(batch, Events.id(301), Events.START, "prüfung \uD83D\uDE00", "1");
    Events.addGap(batch, Events.id(302));
    return Block.of(batch);
  }

  private static void assertSame(Block actual, Block expected) {
    assertThat(actual.count()).isEqualTo(expected.count());
    assertThat(actual.dictionary()).isEqualTo(expected.dictionary());
    assertThat(Arrays.copyOf(actual.bytes(), actual.size()))
        .isEqualTo(Arrays.copyOf(expected.bytes(), expected.size()));
    for (int i = 0; i < expected.count(); i++) {
      assertThat(actual.end(i)).isEqualTo(expected.end(i));
      assertThat(actual.op(i)).isEqualTo(expected.op(i));
      assertThat(actual.subject(i)).isEqualTo(expected.subject(i));
    }
  }

  @Test
  void givesBackWhatItWasGiven() {
    assertSame(throughPayload(mixed()), mixed());
  }

  @Test
  void isNotConfusedByWhatItWroteBefore() {
    Block large = Block.of(Events.batch(1, 1, 3 << 20));
    assertSame(throughPayload(large), large);
    assertSame(throughPayload(mixed()), mixed());
    assertSame(throughPayload(large), large);
  }

  @Test
  void joinsBlocksThatNumberTheirSubjectsDifferently() {
    EventBatch other = new EventBatch(100);
    Events.addMessage(other, Events.id(400), Events.START, "other", "2");
    Events.addInsert(other, Events.id(401), Events.START, "text");

    Block joined = BlockJoin.of(List.of(mixed(), Block.of(other)));

    assertThat(joined.count()).isEqualTo(304);
    assertThat(joined.id(302)).isEqualTo(Events.id(400));
    assertThat(joined.lastId()).isEqualTo(Events.id(401));
    assertThat(joined.op(302)).isEqualTo(Op.MESSAGE);
    assertThat(joined.dictionary().get(joined.subject(302))).isEqualTo(new Subject.Prefix("other"));
    assertThat(joined.dictionary().get(joined.subject(303))).isEqualTo(Events.ORDERS);
    assertThat(joined.dictionary()).doesNotHaveDuplicates().hasSize(4);
    assertSame(throughPayload(joined), joined);
  }

  @Test
  void dropsUnusedRoom() {
    EventBatch roomy = new EventBatch(1 << 20);
    Events.addInsert(roomy, Events.id(1), Events.START, "text");

    Block trimmed = Block.of(roomy).trimmed();

    assertSame(trimmed, Block.of(roomy));
    assertThat(trimmed.weight()).isLessThan(2000);
  }

  /** Either it is refused, or the damage is where only the checksum can see it. */
  @Test
  void refusesDamagedPayloadsWithoutHarm() {
    Block block = mixed();
    byte[] payload = encoder.encode(block).bytes();
    Random random = new Random(6);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = payload.clone();
      damaged[random.nextInt(random.nextBoolean() ? 60 : damaged.length)] ^=
          (byte) (1 << random.nextInt(8));
      try {
        Block decoded = BlockDecoder.decode(damaged, block.size());
        assertThat(decoded.size()).isEqualTo(block.size());
        assertThat(IntStream.range(0, decoded.count()).allMatch(n -> decoded.op(n) != null))
            .isTrue();
      } catch (RuntimeException refused) {
        assertThat(refused).hasMessageNotContaining("OutOfMemory");
      }
    }
  }

  @Test
  void refusesPayloadsThatEndEarly() {
    Block block = mixed();
    byte[] payload = encoder.encode(block).bytes();
    for (int length = 0; length < payload.length; length += 7) {
      byte[] cut = Arrays.copyOf(payload, length);
      assertThatThrownBy(() -> BlockDecoder.decode(cut, block.size()))
          .isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> BlockDecoder.decode(payload, block.size() + 1))
        .hasMessageContaining("size");
  }
}
