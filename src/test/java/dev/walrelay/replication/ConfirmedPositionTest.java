package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.wal.Lsn;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConfirmedPositionTest {

  @Test
  void startsWhereTheSlotIs() {
    assertThat(new ConfirmedPosition(new Lsn(7)).value()).isEqualTo(7);
  }

  @Test
  void neverGoesBack() {
    ConfirmedPosition position = new ConfirmedPosition(new Lsn(7));
    position.advanceTo(new Lsn(9));
    position.advanceTo(new Lsn(8));
    position.advanceTo(Lsn.ZERO);
    assertThat(position.value()).isEqualTo(9);
  }

  @Test
  void comparesUnsigned() {
    ConfirmedPosition position = new ConfirmedPosition(new Lsn(Long.MAX_VALUE));
    position.advanceTo(new Lsn(Long.MIN_VALUE));
    position.advanceTo(new Lsn(1));
    assertThat(position.value()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void keepsTheHighestOfManyThreads() {
    ConfirmedPosition position = new ConfirmedPosition(Lsn.ZERO);
    LongStream.rangeClosed(1, 100_000).parallel().forEach(i -> position.advanceTo(new Lsn(i)));
    assertThat(position.value()).isEqualTo(100_000);
  }
}
