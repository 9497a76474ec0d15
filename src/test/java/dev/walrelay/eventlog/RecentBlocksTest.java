package dev.walrelay.eventlog;

import static dev.walrelay.event.Events.batch;
import static dev.walrelay.event.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentBlocksTest {

  private static final long CAPACITY = 10_000;

  private final RecentBlocks none = RecentBlocks.startingAfter(id(10), CAPACITY);

  private static Block block(long first, int count, int padding) {
    return BlockJoin.of(List.of(Block.of(batch(first, count, padding))));
  }

  @Test
  void coversOnlyWhatItHasSeen() {
    assertThat(none.cover(id(9))).isFalse();
    assertThat(none.cover(id(10))).isTrue();
    assertThat(none.next(id(10))).isNull();
  }

  @Test
  void findsTheBlockForEveryPlace() {
    Block first = block(11, 5, 0);
    Block second = block(16, 5, 0);
    RecentBlocks both = none.with(List.of(first, second), false);

    assertThat(both.next(id(10))).isSameAs(first);
    assertThat(both.next(id(14))).isSameAs(first);
    assertThat(both.next(id(15))).isSameAs(second);
    assertThat(both.next(id(20))).isNull();
  }

  @Test
  void putsAJoinedBlockInThePlaceOfTheLast() {
    Block joined = block(11, 8, 0);
    RecentBlocks recent =
        none.with(List.of(block(11, 5, 0)), false).with(List.of(joined, block(19, 1, 0)), true);

    assertThat(recent.next(id(10))).isSameAs(joined);
    assertThat(recent.next(id(16))).isSameAs(joined);
  }

  @Test
  void forgetsTheOldestBeyondItsCapacity() {
    RecentBlocks recent =
        none.with(List.of(block(11, 1, 3000), block(12, 1, 3000), block(13, 1, 3000)), false);

    assertThat(recent.cover(id(10))).isFalse();
    assertThat(recent.cover(id(11))).isTrue();
    assertThat(recent.next(id(11))).isNotNull();
  }

  @Test
  void doesNotHoldABlockThatIsTooLarge() {
    RecentBlocks recent =
        none.with(List.of(block(11, 1, 10)), false).with(List.of(block(12, 1, 20_000)), false);

    assertThat(recent.cover(id(11))).isFalse();
    assertThat(recent.cover(id(12))).isTrue();
    assertThat(recent.next(id(12))).isNull();
  }

  @Test
  void dropsWhatWasRemoved() {
    RecentBlocks recent = none.with(List.of(block(11, 5, 0), block(16, 5, 0)), false);

    assertThat(recent.without(EventId.NONE).next(id(10))).isNotNull();
    assertThat(recent.without(id(15)).cover(id(14))).isFalse();
    assertThat(recent.without(id(15)).next(id(15))).isNotNull();
    assertThat(recent.without(id(20)).next(id(20))).isNull();
  }
}
