package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GulpTest {

  private static final int MESSAGES = 50_000;
  private static final long COPIED = 500;
  private static final long WAITED_FOR = 5_000;
  private static final int SMALL = 100;

  private long clock = Long.MAX_VALUE - 1_000_000;
  private final Gulp gulp = new Gulp(clock);

  @Test
  void letsTheSocketFillWhileBehind() {
    assertThat(pauses(COPIED, 0, SMALL, MESSAGES)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(10));
  }

  @Test
  void letsItFillLongerWhenMessagesComeSingly() {
    long there = pauses(COPIED, 0, SMALL, MESSAGES);
    assertThat(pauses(WAITED_FOR, 0, SMALL, MESSAGES)).isGreaterThan(5 * there);
    assertThat(pauses(WAITED_FOR, 0, SMALL, MESSAGES))
        .isLessThanOrEqualTo(MESSAGES / 1_000 * TimeUnit.MILLISECONDS.toNanos(4));
  }

  @Test
  void takesSmallerGulpsOfLargeMessages() {
    long small = pauses(COPIED, 0, SMALL, MESSAGES);
    assertThat(pauses(COPIED, 0, 10 * SMALL, MESSAGES)).isGreaterThan(5 * small);
  }

  @Test
  void doesNotPauseWhenCaughtUp() {
    assertThat(pauses(COPIED, 0, SMALL, 999)).isZero();
    gulp.empty(clock);
    assertThat(pauses(COPIED, 0, SMALL, 999)).isZero();
  }

  @Test
  void doesNotPauseForACallerThatIsSlowerThanTheServer() {
    long start = pauses(COPIED, 0, SMALL, MESSAGES);
    assertThat(start).isPositive();
    assertThat(pauses(COPIED, 3_000, SMALL, MESSAGES)).isZero();
  }

  /** All pauses over some messages that take a time to read and a time to work on. */
  private long pauses(long reading, long working, int bytes, int messages) {
    long pauses = 0;
    for (int i = 0; i < messages; i++) {
      clock += working;
      gulp.enter(clock);
      clock += reading;
      long pause = gulp.message(bytes, clock);
      clock += pause;
      pauses += pause;
    }
    return pauses;
  }
}
