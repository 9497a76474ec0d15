package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.delivery.StartPosition;
import dev.walrelay.event.EventId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HousekeepingTest extends WithWebhooks {

  /** Lets nobody else write until the latch opens. */
  private Thread holdDatabase(CountDownLatch release) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () ->
                    log.database()
                        .write(
                            connection -> {
                              held.countDown();
                              return await(release);
                            }));
    held.await();
    return holder;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  /** What it would write then is older than what a replay has set. */
  @Test
  void writesNothingOfASubscriptionThatIsBeingChanged() throws InterruptedException {
    append(1, 3);
    receiver.replies(request -> request.id().equals(id(1)) ? Reply.OK : Reply.status(503));
    Channel channel = subscribe("{}");
    eventually().until(() -> receiver.requests().size() > 3);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder = holdDatabase(release);
    try {
      Thread replay = Thread.ofPlatform().start(() -> channel.replay(StartPosition.End.EARLIEST));
      eventually().until(() -> waits(replay));
      Thread housekeeping = Thread.ofPlatform().start(channel::keepHouse);

      assertThat(housekeeping.join(Duration.ofSeconds(3))).isTrue();

      release.countDown();
      assertThat(replay.join(Duration.ofSeconds(20))).isTrue();
    } finally {
      release.countDown();
      holder.join();
    }
    eventually().until(() -> receiver.ids().lastIndexOf(id(1)) > 0);
    assertThat(channel.cursor()).isLessThanOrEqualTo(EventId.parse(id(1)));
  }
}
